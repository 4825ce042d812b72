# The bot with what it runs on, and nothing else. Settings and keys are given when it starts.
FROM node:26.10.0-slim

ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app

# No install script is needed in production.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

COPY src src

# The embedded database; with DATABASE_URL it stays empty. All else may be read-only.
RUN install -d -o node -g node -m 700 /data
VOLUME /data

# Compiled by the user and with the flag of the last line, as Node looks for it: a start takes half a
# second less, and with MCP as much again. All that a start loads is named, but for what starts the bot.
# It is root's afterwards, since it is run.
RUN install -d -o node -g node node_modules/.cache/compiled \
  && NODE_COMPILE_CACHE=node_modules/.cache/compiled \
    setpriv --reuid=node --regid=node --clear-groups \
    node --max-semi-space-size=8 --eval "for (const part of ['./src/app.ts', './src/config.ts', './src/log.ts', \
      './src/shutdown.ts', './src/mcp/server.ts', 'pg', '@electric-sql/pglite']) import(part)" \
  && chown -R root:root node_modules/.cache \
  && chmod -R a+rX node_modules/.cache

USER node
EXPOSE 3000

HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://${process.env.HOST || '127.0.0.1'}:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Not by way of npm, which keeps signals to itself. The flag, as in `npm start`, makes garbage be
# collected sooner: with it the first start fits a container of 512 MB.
CMD ["node", "--max-semi-space-size=8", "src/main.ts"]
