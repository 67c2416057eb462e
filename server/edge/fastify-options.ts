import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { Ajv as AjvClass, ErrorObject, ValidateFunction } from 'ajv'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchemaCompiler,
  LogController,
} from 'fastify'
import { Check } from 'typebox/schema'
import { maxBodyBytes } from './body-parser.ts'
import { toRoutableUrl } from './paths.ts'

const require = createRequire(import.meta.url)

/**
 * Replaces Fastify's own compilers, which it loads with every start: bodies are checked as below, and
 * answers have no schemas.
 */
const noCompilers = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

function refuseSchema(): never {
  throw new Error('This schema has no compiler.')
}

export const fastifyOptions = {
  genReqId: ({ headers }: IncomingMessage) => takeRequestId(headers['x-request-id']) ?? randomUUID(),
  // A logger for each request costs more than all guards together; log lines name the request themselves.
  childLoggerFactory: (logger: FastifyBaseLogger) => logger,
  rewriteUrl: toRoutableUrl,
  logController: new LogController({ disableRequestLogging: true }),
  exposeHeadRoutes: false,
  return503OnClosing: false,
  bodyLimit: maxBodyBytes,
  schemaController: { compilersFactory: noCompilers },
  requestTimeout: 300_000,
  // A filter with 200 ids is about 8 KiB long.
  http: { requireHostHeader: false, maxHeaderSize: 64 * 1024 },
  routerOptions: { maxParamLength: 64 * 1024 },
} as const

/** The id that a client has given its request, where it may stand in a log and in events. */
function takeRequestId(sent: string | string[] | undefined): string | undefined {
  return typeof sent === 'string' && /^[\x21-\x7E]{1,100}$/.test(sent) ? sent : undefined
}

/**
 * Compiles the schema of a body with the first request that has one: compiling all of them would take a
 * fifth of the start. All faults are found, and the body is not changed. A server for one command compiles
 * only what is refused, since it checks each schema once.
 */
export function validateLazily(app: FastifyInstance, isForOneCommand = false): void {
  app.setValidatorCompiler<object>(({ schema }) => {
    const compiled = compileLazily(schema)
    const validate: FastifyValidationResult = (body: unknown) => {
      const errors = isForOneCommand && Check(schema, body) ? null : compiled(body)
      // Fastify reads the errors here right after the call.
      validate.errors = errors as NonNullable<FastifyValidationResult['errors']> | null
      return errors === null
    }
    return validate
  })
}

/** Returns a check of a schema that is compiled with its first use; it returns all faults, or null. */
export function compileLazily(schema: object): (value: unknown) => ErrorObject[] | null {
  let compiled: ValidateFunction | undefined
  return (value) => {
    compiled ??= loadAjv().compile(schema)
    return compiled(value) ? null : (compiled.errors ?? [])
  }
}

type FastifyValidationResult = ReturnType<FastifySchemaCompiler<object>>

let ajv: AjvClass | undefined

function loadAjv(): AjvClass {
  if (ajv !== undefined) return ajv
  const { Ajv }: { Ajv: typeof AjvClass } = require('ajv')
  const addFormats: (ajv: AjvClass) => void = require('ajv-formats')
  // Optimizing the code of a check takes a third of its compilation and saves nothing that is measurable.
  // That the schemas are sound is tested once, by the documents that print them.
  const trusted = { meta: false, validateSchema: false } as const
  ajv = new Ajv({ allErrors: true, verbose: true, ...trusted, code: { optimize: false } })
  addFormats(ajv)
  return ajv
}
