import type { FastifyReply } from 'fastify'
import { descriptionRoutes } from '#shared/routes/route.ts'
import { area, type Area } from '../area.ts'
import { Type } from 'typebox'
import { Uuid } from '#shared/schemas/entities.ts'

export type Surface = 'public' | 'owner'

/** The OpenAPI document of a surface, built with the first request for it; until then it costs nothing. */
export class ApiDocument {
  readonly #surface: Surface
  readonly #origin: () => string
  #text: Promise<string> | undefined

  constructor(surface: Surface, origin: () => string) {
    this.#surface = surface
    this.#origin = origin
  }

  text(): Promise<string> {
    return (this.#text ??= this.#build())
  }

  async #build(): Promise<string> {
    const { describeSurface } = await import('./describe-surface.ts')
    return JSON.stringify(describeSurface(this.#surface, this.#origin()))
  }
}

export async function sendDocument(reply: FastifyReply, document: ApiDocument): Promise<FastifyReply> {
  const text = await document.text()
  return reply.type('application/json; charset=utf-8').send(text)
}

export function describe(document: ApiDocument): Area {
  return area(descriptionRoutes, {
    'GET /openapi': (call) => {
      call.throwIfFaulty()
      return sendDocument(call.reply, document)
    },
  })
}

/** Schemas of values that the validating schema leaves open, because their faults have issue codes. */
export const ReferenceById = Type.Object({ id: Uuid })
export const ReferenceByMergeKey = Type.Object({ merge_key: Type.String(), value: Type.String() })
export const ReferenceByLabel = Type.Object({ label: Type.String() })

const ReferenceName = Type.Union([ReferenceByMergeKey, ReferenceByLabel])

export const ParentIdWrite = Type.Union([Uuid, ReferenceName, Type.Null()])

const ReferenceWrite = Type.Union([Uuid, ReferenceById, ReferenceName])

export const AttributeValueWrite = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  ReferenceById,
  ReferenceName,
  Type.Array(ReferenceWrite),
])

export const AttributeWriteMap = Type.Record(Type.String(), AttributeValueWrite)
