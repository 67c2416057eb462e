import type { FastifyInstance } from 'fastify'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { addGuards, guardsOfPublicApi, refuseDelete } from '../edge/guards.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { compressAnswers } from '../edge/compress.ts'
import { boundLargeAnswers } from '../edge/large-answers.ts'
import { KnownPaths, refuseUnknownPath } from '../edge/paths.ts'
import { type ApiDocument, describe } from '../edge/openapi/api-document.ts'
import { assetArea } from './routes/assets.ts'
import {
  attributeArea,
  entityArea,
  channelArea,
  savedActionListArea,
  editArea,
  variantArea,
} from './routes/entities.ts'
import { eventArea } from './routes/events.ts'
import { exportArea, fileArea } from './routes/files.ts'
import { importArea } from './routes/imports.ts'
import { jobArea } from './routes/jobs.ts'
import { meArea } from './routes/me.ts'
import { generationArea, proposalArea } from './routes/generations.ts'
import { aliasArea, noteArea, commentArea } from './routes/comments.ts'
import { qualityArea, qualityWorkArea, similarValuesArea, duplicateArea } from './routes/quality.ts'
import { sourceArea } from './routes/sources.ts'
import { automationArea } from './routes/automations.ts'
import { connectionArea, feedArea, webhookArea } from './routes/webhooks.ts'
import { mergeArea } from '../edge/area.ts'
import type { Services } from '../edge/services.ts'

export async function publicApi(
  app: FastifyInstance,
  { services, document }: { services: Services; document: ApiDocument },
): Promise<void> {
  const paths = new KnownPaths(app)
  app.setNotFoundHandler((request) => refuseUnknownPath(request, paths))
  addGuards(app, guardsOfPublicApi, { services, paths })
  app.addHook('onRequest', chooseWorkspace(services))
  boundLargeAnswers(app)
  compressAnswers(app)
  acceptJsonLeniently(app)
  app.delete('/*', { config: { everyPath: true } }, refuseDelete)

  for (const area of [
    describe(document),
    entityArea,
    variantArea,
    editArea,
    savedActionListArea,
    proposalArea,
    similarValuesArea,
    noteArea,
    aliasArea,
    commentArea,
    mergeArea,
    qualityArea,
    duplicateArea,
    qualityWorkArea,
    generationArea,
    attributeArea,
    jobArea,
    importArea,
    exportArea,
    sourceArea,
    fileArea,
    assetArea,
    eventArea,
    webhookArea,
    automationArea,
    connectionArea,
    feedArea,
    channelArea,
    meArea,
  ])
    await area(app, services)
}
