import type { FastifyRequest } from 'fastify'
import { validationFailed } from '../catalog/errors.ts'
import { UnreadableBody } from './body-parser.ts'
import { readQuery } from './query-string.ts'
import { writeContext } from './request-context.ts'
import { checkBody } from './structural-faults.ts'

/** What every write hands to the catalog: the body, the faults of form, and who writes. Writes take no query parameter. */
export function checkWrite<Body>(request: FastifyRequest) {
  const { body, faults } = checkBody<Body>(request)
  return { body, faults: [...readQuery(request).settle(), ...faults], context: writeContext(request) }
}

/** As `checkWrite`, for writes that address no entity: of a body that is no object the catalog has nothing more to say. */
export function checkNew<Body>(request: FastifyRequest) {
  const write = checkWrite<Body>(request)
  if (!isObject(request.body)) throw validationFailed(write.faults)
  return write
}

function isObject(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof UnreadableBody)
  )
}
