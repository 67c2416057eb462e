import { descriptionRoutes } from '#shared/routes/description.ts'
import { area, type Area } from '../area.ts'
import { sendDocument, type ApiDocument } from './api-document.ts'

/** A surface tells of itself. */
export function describe(document: ApiDocument): Area {
  return area(descriptionRoutes, {
    'GET /openapi': (call) => {
      call.throwIfFaulty()
      return sendDocument(call.reply, document)
    },
  })
}
