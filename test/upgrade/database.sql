
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA rental_desk;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE rental_desk.access_log (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    file_id text,
    channel_id text,
    surface text NOT NULL
);

ALTER TABLE rental_desk.access_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME rental_desk.access_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE rental_desk.channel_settings (
    channel_id text NOT NULL,
    language text,
    privacy text NOT NULL,
    page_size integer NOT NULL,
    retention_days integer,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    retention_manner text DEFAULT 'delete'::text NOT NULL,
    redact_closed boolean DEFAULT false NOT NULL
);

CREATE TABLE rental_desk.deliveries (
    id uuid NOT NULL,
    digest_id text NOT NULL,
    slot text NOT NULL,
    kind text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    give_up_at timestamp with time zone NOT NULL,
    queued_at timestamp with time zone,
    state text NOT NULL,
    reason text,
    tries integer DEFAULT 0 NOT NULL,
    claim uuid,
    claimed_at timestamp with time zone,
    first_try_at timestamp with time zone,
    last_try_at timestamp with time zone,
    channel_id text,
    ts text,
    posted_at timestamp with time zone,
    notice_tried_at timestamp with time zone,
    notice_ts text,
    told_at timestamp with time zone,
    settled_at timestamp with time zone,
    is_late boolean DEFAULT false NOT NULL,
    is_incomplete boolean DEFAULT false NOT NULL,
    ready integer,
    waiting integer,
    overdue integer,
    files jsonb,
    remove_at timestamp with time zone,
    removed_at timestamp with time zone,
    escalation_tried_at timestamp with time zone,
    escalated_at timestamp with time zone,
    tell_tried_at timestamp with time zone,
    tell_tried_in text,
    live jsonb,
    live_shown text,
    live_read_at timestamp with time zone,
    live_at timestamp with time zone
);

CREATE TABLE rental_desk.digest_escalations (
    digest_id text NOT NULL,
    file_id text NOT NULL,
    delivery_id uuid NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE rental_desk.digest_memory (
    digest_id text NOT NULL,
    files jsonb
);

CREATE TABLE rental_desk.digest_tellings (
    delivery_id uuid NOT NULL,
    user_id text NOT NULL,
    tried_at timestamp with time zone,
    told_at timestamp with time zone
);

CREATE TABLE rental_desk.digests (
    id text NOT NULL,
    channel_id text NOT NULL,
    owner_id text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL,
    times text[] NOT NULL,
    days integer[] NOT NULL,
    zone text NOT NULL,
    holidays text NOT NULL,
    on_holiday text NOT NULL,
    options jsonb NOT NULL,
    state text NOT NULL,
    pause_reason text,
    snoozed_until timestamp with time zone,
    next_run_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    removed_at timestamp with time zone
);

CREATE TABLE rental_desk.migrations (
    number integer NOT NULL,
    ran_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE rental_desk.posts (
    key text NOT NULL,
    channel_id text NOT NULL,
    ts text,
    kind text NOT NULL,
    files text[] NOT NULL,
    posted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    redacted_at timestamp with time zone,
    try_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE rental_desk.saved_views (
    channel_id text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    query text NOT NULL,
    saved_by text NOT NULL,
    saved_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

INSERT INTO rental_desk.access_log OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-22 20:35:24.197+00', 'U0HANNAH', 'reveal', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', 'C0LEASING', 'button');

INSERT INTO rental_desk.channel_settings VALUES ('C0LEASING', 'fr', 'full', 20, 30, 'U0HANNAH', '2026-11-22 20:35:24.19+00', 'redact', true);

INSERT INTO rental_desk.deliveries VALUES ('32bc1f5a-d801-499d-9800-1424a2cb269b', 'v6wr', '2026-11-20T09:00', 'run', '2026-11-22 20:35:24.214+00', '2026-11-22 20:45:24.214+00', NULL, 'posted', NULL, 1, NULL, '2026-11-22 20:35:24.225+00', '2026-11-22 20:35:24.225+00', '2026-11-22 20:35:24.225+00', 'C0LEASING', '1763712000.000100', '2026-11-22 20:35:24.235+00', NULL, NULL, NULL, '2026-11-22 20:35:24.235+00', false, false, 2, 3, 1, NULL, '2026-11-29 20:35:24.235+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO rental_desk.digest_memory VALUES ('v6wr', '[{"id": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", "decision": "READY"}]');

INSERT INTO rental_desk.digests VALUES ('v6wr', 'C0LEASING', 'U0HANNAH', 'Morning', 'MORNING', 'decision:pending,ready', '{09:00}', '{1,2,3,4,5}', 'Europe/Paris', 'FR', 'next', '{"top": 10, "live": true, "group": "readiness", "style": "detailed", "minAge": null, "privacy": null, "escalate": {"afterDays": 3, "channelId": "C0MANAGERS"}, "language": null, "mentions": ["U0HANNAH"], "minStale": null, "previous": "keep", "whenEmpty": "skip", "targetDays": 5, "catchUpMinutes": 120, "deleteAfterDays": null}', 'active', NULL, NULL, '2026-11-23 08:00:00+00', 1, '2026-11-22 20:35:24.201+00', 'U0HANNAH', '2026-11-22 20:35:24.201+00', NULL);
INSERT INTO rental_desk.digests VALUES ('kdff', 'C0LEASING', 'U0TOM', 'Weekly', 'WEEKLY', '', '{08:30}', '{1}', 'Europe/Paris', 'none', 'skip', '{"top": 10, "live": true, "group": "readiness", "style": "compact", "minAge": null, "privacy": null, "escalate": null, "language": null, "mentions": [], "minStale": null, "previous": "keep", "whenEmpty": "skip", "targetDays": null, "catchUpMinutes": 120, "deleteAfterDays": null}', 'paused', 'asked', NULL, NULL, 2, '2026-11-22 20:35:24.205+00', 'U0TOM', '2026-11-22 20:35:24.21+00', NULL);

INSERT INTO rental_desk.migrations VALUES (1, '2026-11-22 20:35:24.135+00');
INSERT INTO rental_desk.migrations VALUES (2, '2026-11-22 20:35:24.158+00');
INSERT INTO rental_desk.migrations VALUES (3, '2026-11-22 20:35:24.165+00');
INSERT INTO rental_desk.migrations VALUES (4, '2026-11-22 20:35:24.174+00');
INSERT INTO rental_desk.migrations VALUES (5, '2026-11-22 20:35:24.178+00');
INSERT INTO rental_desk.migrations VALUES (6, '2026-11-22 20:35:24.181+00');
INSERT INTO rental_desk.migrations VALUES (7, '2026-11-22 20:35:24.185+00');

INSERT INTO rental_desk.posts VALUES ('p1', 'C0LEASING', '1763712000.000100', 'digest', '{1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed}', '2026-11-22 20:35:24.226+00', NULL, '2026-11-22 20:35:24.228+00');

INSERT INTO rental_desk.saved_views VALUES ('C0LEASING', 'ÉTÉ À LYON', 'Été à Lyon', 'property:Lyon decision:ready', 'U0HANNAH', '2026-11-22 20:35:24.194+00');

SELECT pg_catalog.setval('rental_desk.access_log_id_seq', 1, true);

ALTER TABLE ONLY rental_desk.access_log
    ADD CONSTRAINT access_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rental_desk.channel_settings
    ADD CONSTRAINT channel_settings_pkey PRIMARY KEY (channel_id);

ALTER TABLE ONLY rental_desk.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rental_desk.digest_escalations
    ADD CONSTRAINT digest_escalations_pkey PRIMARY KEY (digest_id, file_id);

ALTER TABLE ONLY rental_desk.digest_memory
    ADD CONSTRAINT digest_memory_pkey PRIMARY KEY (digest_id);

ALTER TABLE ONLY rental_desk.digest_tellings
    ADD CONSTRAINT digest_tellings_pkey PRIMARY KEY (delivery_id, user_id);

ALTER TABLE ONLY rental_desk.digests
    ADD CONSTRAINT digests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rental_desk.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY rental_desk.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (key);

ALTER TABLE ONLY rental_desk.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (channel_id, name_key);

CREATE INDEX access_log_at ON rental_desk.access_log USING btree (at);

CREATE INDEX access_log_file ON rental_desk.access_log USING btree (file_id, id);

CREATE INDEX access_log_user ON rental_desk.access_log USING btree (user_id, id);

CREATE INDEX deliveries_ledger ON rental_desk.deliveries USING btree (digest_id, due_at);

CREATE INDEX deliveries_live ON rental_desk.deliveries USING btree (due_at) WHERE (live IS NOT NULL);

CREATE INDEX deliveries_open ON rental_desk.deliveries USING btree (due_at) WHERE (settled_at IS NULL);

CREATE INDEX deliveries_remove ON rental_desk.deliveries USING btree (remove_at) WHERE ((remove_at IS NOT NULL) AND (removed_at IS NULL));

CREATE UNIQUE INDEX deliveries_slot ON rental_desk.deliveries USING btree (digest_id, slot) WHERE (kind = 'slot'::text);

CREATE INDEX digest_escalations_delivery ON rental_desk.digest_escalations USING btree (delivery_id);

CREATE INDEX digests_due ON rental_desk.digests USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);

CREATE UNIQUE INDEX digests_name ON rental_desk.digests USING btree (channel_id, name_key) WHERE (removed_at IS NULL);

CREATE INDEX posts_age ON rental_desk.posts USING btree (channel_id, posted_at);

CREATE UNIQUE INDEX posts_message ON rental_desk.posts USING btree (channel_id, ts);

CREATE INDEX posts_unclear ON rental_desk.posts USING btree (posted_at) WHERE (ts IS NULL);

ALTER TABLE ONLY rental_desk.deliveries
    ADD CONSTRAINT deliveries_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES rental_desk.digests(id);

ALTER TABLE ONLY rental_desk.digest_escalations
    ADD CONSTRAINT digest_escalations_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES rental_desk.deliveries(id);

ALTER TABLE ONLY rental_desk.digest_escalations
    ADD CONSTRAINT digest_escalations_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES rental_desk.digests(id);

ALTER TABLE ONLY rental_desk.digest_memory
    ADD CONSTRAINT digest_memory_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES rental_desk.digests(id);

ALTER TABLE ONLY rental_desk.digest_tellings
    ADD CONSTRAINT digest_tellings_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES rental_desk.deliveries(id) ON DELETE CASCADE;

