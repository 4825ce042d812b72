import type { Messages } from '../../../i18n/types.ts';
import { buttonFor } from '../../block-kit.ts';
import type { Button, LinkButton } from '../../message.ts';
import { decisionColour, type EntityField, type FileEntity } from '../link-preview.ts';
import { type CardTriage, triageItems, triageLines } from '../triage.ts';
import { type CardContext, type Fact, fact, factsOf, factText, milestonesText } from './facts.ts';
import type { Card, CardSurroundings } from './layout.ts';
import type { CardPerson } from './people.ts';

/** Longest text of the service in a field; the details have all of it. */
const TEXT_LENGTH_MAX = 100;

/**
 * A card as a Work Object, for the panel that one person opens. `cardOf` renders it with service
 * texts up to the given length.
 *
 * @param notice why it is not as the service has it now; `null` when it is
 * @see https://docs.slack.dev/messaging/work-objects-implementation
 */
export function cardEntity(
  cardOf: (cardContext: CardContext) => Card,
  notice: string | null,
  { readAt }: { readonly readAt: number },
  around: CardSurroundings,
  words: Messages,
): FileEntity {
  const cardContext: CardContext = { ...around, words, lengthMax: TEXT_LENGTH_MAX };
  const card = cardOf(cardContext);
  const fields = [
    ...noticeFields(notice, around, words),
    ...standingFields(card, cardContext),
    ...triageFields(around.triage, cardContext),
    ...peopleFields(card, cardContext),
    ...factFields('property', words.card.property.title, propertyOf(card), cardContext),
    ...(card.photo === null
      ? []
      : [{ key: 'photo', label: words.card.property.photo, url: card.photo }]),
    ...factFields(
      'file',
      words.card.file.title,
      [...card.file.lead, ...card.file.rest],
      cardContext,
    ),
    { key: 'read', label: words.entity.updated, atMs: notice === null ? around.now : readAt },
  ];
  return {
    title: card.title,
    reference: card.reference === '' ? null : card.reference,
    kind: words.card.title,
    fields: fields.map(widened),
    readAt,
    ...actionsOf(around, words),
  };
}

/** Characters that fit half of a panel. */
const NARROW_LENGTH_MAX = 40;

function widened(field: EntityField): EntityField {
  return 'text' in field && field.text.length > NARROW_LENGTH_MAX
    ? { ...field, isLong: true }
    : field;
}

function noticeFields(
  notice: string | null,
  { triage }: CardSurroundings,
  { entity, triage: texts }: Messages,
): EntityField[] {
  const note = triage?.note ?? null;
  return [
    ...(notice === null ? [] : [{ key: 'notice', label: entity.notice, text: notice }]),
    ...(note === null ? [] : [{ key: 'note', label: entity.note, text: texts.notes[note] }]),
  ];
}

/** What is wanted of the reader: the decision, and what is missing for it. */
function standingFields(card: Card, cardContext: CardContext): EntityField[] {
  const { words, milestones } = cardContext;
  const [decision = '', ...standing] = card.standing;
  const history = milestones === null ? '' : milestonesText(milestones, cardContext);
  return [
    {
      key: 'decision',
      label: words.details.decision,
      text: decision,
      colour: decisionColour(card.decision),
    },
    ...factFields(
      'missing',
      words.card.missing.completeness,
      card.completeness === null ? [] : [card.completeness],
      cardContext,
    ),
    { key: 'status', label: words.entity.status, text: [...standing, ...card.age].join(' · ') },
    ...factFields('history', words.timeline.title, factsOf(fact(null, history)), cardContext),
  ];
}

function triageFields(triage: CardTriage | null, cardContext: CardContext): EntityField[] {
  if (triage === null) return [];
  const { taken } = triage;
  const { entity, triage: texts } = cardContext.words;
  const [takenLine, ...others] = triageLines(triage, cardContext);
  const snoozed = taken === null ? takenLine : others[0];
  return [
    ...(taken === null
      ? []
      : [
          typeof taken.by === 'object'
            ? { key: 'taken', label: texts.takenBy, userId: taken.by.userId }
            : { key: 'taken', label: entity.taken, text: takenLine?.text ?? '' },
        ]),
    ...(snoozed === undefined
      ? []
      : [{ key: 'snoozed', label: entity.snoozed, text: snoozed.text }]),
  ];
}

function peopleFields(card: Card, cardContext: CardContext): EntityField[] {
  const { words } = cardContext;
  const { people: labels } = words.card;
  const isEmpty = card.people.length + card.counts.length === 0;
  return [
    ...(isEmpty ? [{ key: 'people', label: labels.title, text: card.noPeople }] : []),
    ...card.people.map((person, index) => ({
      key: `person-${index + 1}`,
      label: words.file.inRole(person.name, person.isGuarantor),
      text: personText(person, cardContext),
      isLong: true as const,
    })),
    ...factFields('people', labels.title, card.counts, cardContext),
    ...(card.hiddenPeople > 0
      ? [{ key: 'more', label: labels.title, text: labels.more(card.hiddenPeople) }]
      : []),
  ];
}

function personText(person: CardPerson, { words }: CardContext): string {
  const { status, score, complete, profile, guarantors } = person;
  const { columns } = words.card.people;
  return [
    status,
    ...(score === null ? [] : [words.file.score(score)]),
    ...(complete === null ? [] : [words.file.complete(complete)]),
    profile,
    guarantors === '' ? '' : words.card.fact(columns.guarantors, guarantors),
  ]
    .filter(Boolean)
    .join(' · ');
}

function propertyOf({ property, noProperty }: Card): readonly Fact[] {
  if (property === null) return factsOf(fact(null, noProperty));
  return [...property.lead, ...property.rest];
}

/** A field for each fact; one that speaks for itself has the title of its group. */
function factFields(
  key: string,
  title: string,
  facts: readonly Fact[],
  cardContext: CardContext,
): EntityField[] {
  return facts.map(({ label, value }, index) => {
    const isBare = value.length === 0;
    return {
      key: `${key}-${index + 1}`,
      label: isBare ? title : (label ?? title),
      text: isBare ? (label ?? '') : factText({ label: null, value }, cardContext),
    };
  });
}

/** What a panel has room for: two buttons and a menu of five. */
function actionsOf(
  { link, reveal, all, refresh, triage }: CardSurroundings,
  words: Messages,
): Pick<FileEntity, 'buttons' | 'menu'> {
  const { card, details } = words;
  const [first, ...rest] = (triage === null ? [] : triageItems(triage, words)).map(
    ({ label, spoken = label, action }) => ({ label, spoken, action }),
  );
  const open: readonly LinkButton[] =
    link === null
      ? []
      : [{ label: card.open, spoken: card.openSpoken, url: link, style: 'primary' }];
  const menu: Button[] = [
    ...(reveal === null ? [] : [buttonFor(card, 'reveal', reveal)]),
    ...(all === null ? [] : [buttonFor(details, 'open', all)]),
  ].map((button) => ({ ...button, action: { ...button.action, opens: 'modal' } }));
  return {
    buttons: [...open, ...(first === undefined ? [] : [first])],
    menu: [...menu, ...rest, buttonFor(card, 'refresh', refresh)],
  };
}
