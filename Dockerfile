# The two commands of the README, for machines that are not Linux on x64:
#
#   docker build -t resident-registry .
#   docker run --rm -p 127.0.0.1:3000:3001 resident-registry     npm start, at http://localhost:3000
#   docker run --rm resident-registry npm test
#
# amd64, because npm has the DynamoDB engine for it; Docker emulates it elsewhere.
FROM --platform=linux/amd64 node:24-bookworm

# The service listens on loopback only. socat lets in what Docker forwards to port 3001.
RUN apt-get update \
  && apt-get install -y --no-install-recommends socat \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /registry
RUN chown node:node /registry
USER node

# Packages first, so that a change of the code does not install them again.
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node bin/install-if-stale.mjs bin/
COPY --chown=node:node packages/fonts packages/fonts
COPY --chown=node:node tools tools
COPY --chown=node:node test/clients/package.json test/clients/package-lock.json test/clients/.npmrc test/clients/
RUN node bin/install-if-stale.mjs . packages/fonts tools test/clients

COPY --chown=node:node . .
EXPOSE 3001
CMD ["sh", "-c", "socat TCP-LISTEN:3001,fork,reuseaddr TCP:127.0.0.1:3000 & exec npm start"]
