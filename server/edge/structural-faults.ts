/**
 * Turns schema errors of a body into field errors, and leaves the parts of the body that the catalog can
 * still check.
 */
import type { FastifyRequest } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import { isOneOf } from '#shared/text.ts'
import { systemFields } from '#shared/entities.ts'
import { isAttributeKey } from '#shared/attributes.ts'
import { describeUnknown, issueSentence, unknownFieldIssue } from '#shared/describe-fault.ts'
import { describeExpected, wrongTypeMessage, describeType } from '#shared/describe-type.ts'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import { UnreadableBody } from './body-parser.ts'

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Record<string, unknown>
  readonly message?: string
  readonly parentSchema?: object | undefined
}

export interface CheckedBody<Body> {
  readonly body: Body
  readonly faults: FieldError[]
}

const maxFaults = 200

/**
 * The body without its structurally faulty parts, and one fault for each of them: the catalog reports its own faults
 * together with these. Needs `attachValidation` on the route.
 */
export function checkBody<Body>({ body, validationError }: FastifyRequest): CheckedBody<Body> {
  if (body instanceof UnreadableBody) {
    return { body: asBody({}), faults: [{ field: 'body', ...issueSentence(body.sentence) }] }
  }
  return checkForm<Body>(body, validationError?.validation)
}

/** Does the same as `checkBody` for any value and its schema errors, such as the arguments of a tool. */
export function checkForm<Body>(
  body: unknown,
  errors: readonly SchemaError[] | undefined,
): CheckedBody<Body> {
  if (errors === undefined || errors.length === 0) return { body: asBody(body), faults: [] }
  const groups = groupByPlace(errors)
  const faults = groups.map(({ path, errors }) => ({
    field: toField(body, path),
    ...withExplanation(toSentence(errors), explainPlace(body, path, errors)),
  }))
  return { body: asBody(prune(body, groups)), faults: faults.slice(0, maxFaults) }
}

function withExplanation(sentence: Sentence, explanation: Explanation): Omit<FieldError, 'field'> {
  const issue = issueSentence(sentence)
  return explanation.message === undefined
    ? { ...issue, ...explanation }
    : { issue: issue.issue, ...explanation }
}

/** The schema has checked the value: parts of another type are faults, and pruned. */
function asBody<Body>(value: unknown): Body {
  return value as Body
}

/**
 * Returns the faults of a request that takes no body; an empty one and `{}`, which some clients send
 * unasked, are accepted.
 */
export function refuseBody({ body, headers }: FastifyRequest): FieldError[] {
  if (body instanceof UnreadableBody)
    return headers['content-length'] === '0' ? [] : [{ field: 'body', ...issueSentence(body.sentence) }]
  if (body === undefined) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return [{ field: 'body', ...issueSentence('Expected no body.') }]
  return Object.keys(body).map((field) => ({
    field,
    issue: unknownFieldIssue,
    message: noFields,
  }))
}

const noFields = 'This request takes no fields. Send it without a body.'

interface Group {
  readonly path: readonly string[]
  readonly errors: readonly SchemaError[]
}

function groupByPlace(errors: readonly SchemaError[]): Group[] {
  const groups = Map.groupBy(errors, (error) => toPath(error).join('\n'))
  return [...groups]
    .map(([field, errors]) => ({ path: field === '' ? [] : field.split('\n'), errors }))
    .filter((group, _index, all) => !isExplainedBelow(group, all))
}

// A value that fits no form of several is explained by the fault inside it, where there is one.
function isExplainedBelow({ path, errors }: Group, groups: readonly Group[]): boolean {
  return (
    errors.some(({ keyword }) => keyword === 'anyOf') &&
    groups.some(({ path: other }) => other.length > path.length && path.every((part, i) => part === other[i]))
  )
}

function toPath({ instancePath, keyword, params }: SchemaError): string[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path
}

function toField(body: unknown, path: readonly string[]): string {
  let field = ''
  let value = body
  for (const part of path) {
    field += Array.isArray(value) ? `[${part}]` : `${field === '' ? '' : '.'}${part}`
    value = child(value, part)
  }
  return field === '' ? 'body' : field
}

function child(value: unknown, part: string): unknown {
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const sentences: Record<string, (params: Record<string, unknown>) => Message> = {
  required: () => message('schema.required'),
  additionalProperties: () => message('schema.unknown_field'),
  minProperties: () => message('schema.no_field'),
  minItems: () => message('schema.too_few'),
  minLength: ({ limit }) =>
    limit === 1 ? message('schema.empty_text') : message('schema.text_too_short', { count: String(limit) }),
  maxLength: ({ limit }) => message('schema.text_too_long', { count: String(limit) }),
  minimum: ({ limit }) => message('schema.number_too_small', { min: String(limit) }),
  maximum: ({ limit }) => message('schema.number_too_large', { max: String(limit) }),
  enum: ({ allowedValues }) =>
    message('schema.not_one_of', { values: (allowedValues as unknown[]).join(', ') }),
}

function typesOf(errors: readonly SchemaError[]): string[] {
  return errors
    .filter(({ keyword }) => keyword === 'type')
    .flatMap(({ params }) => params.type as string | string[])
}

function toSentence(errors: readonly SchemaError[]): Sentence {
  const types = typesOf(errors)
  if (types.length > 0) return wrongTypeMessage(types)
  const [first] = errors
  const known = sentences[first?.keyword ?? '']
  return known === undefined ? `The value ${first?.message ?? 'is not valid'}.` : known(first?.params ?? {})
}

export function unknownField(field: string, known: readonly string[]): FieldError {
  return { field, issue: unknownFieldIssue, ...describeUnknown('field', field, known) }
}

type Explanation = Omit<FieldError, 'field' | 'issue' | 'message_code' | 'values'>

function explainRoot(body: unknown, errors: readonly SchemaError[]): Explanation {
  const [error] = errors
  const { properties = {} }: Partial<ObjectForm> = error?.parentSchema ?? {}
  if (error?.keyword === 'minProperties') return { message: describeEmpty(Object.keys(properties)) }
  return error?.keyword === 'type' ? { message: describeNoObject(body, properties) } : {}
}

function describeEmpty(known: readonly string[]): string {
  return `The body is empty. Send at least one of ${known.join(', ')}.`
}

function describeNoObject(body: unknown, properties: ObjectForm['properties']): string {
  if (body === undefined) return noBody
  const list = ['items', 'edits'].find((name) => Object.hasOwn(properties, name))
  const isList = Array.isArray(body) && list !== undefined
  return isList ? `The body is a list. Put it in an object: {"${list}": […]}.` : noObject
}

const noBody = 'There is no body. Send a JSON object, with the header Content-Type: application/json.'
const noObject = 'The body is not an object. Send names and values in braces: {"name": "value"}.'

function explainPlace(body: unknown, path: readonly string[], errors: readonly SchemaError[]): Explanation {
  if (path.length === 0) return explainRoot(body, errors)
  const types = typesOf(errors)
  if (types.length > 0) return { message: describeType(nameOf(path), types, path.reduce(child, body)) }
  return explain(path.at(-1) ?? '', errors)
}

function explain(name: string, errors: readonly SchemaError[]): Explanation {
  const [error] = errors
  const { properties = {} }: Partial<ObjectForm> = error?.parentSchema ?? {}
  if (error?.keyword === 'required') return explainMissing(name, properties[name] ?? {})
  return error?.keyword === 'additionalProperties' ? explainUnknown(name, Object.keys(properties)) : {}
}

interface ObjectForm {
  readonly properties: Readonly<Record<string, ValueForm>>
}

interface ValueForm {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly examples?: readonly string[]
}

function explainMissing(name: string, { type, examples, enum: choices = examples }: ValueForm): Explanation {
  if (choices) return { acceptable_values: [...choices] }
  return type === undefined
    ? {}
    : { message: `This field is required. Send ${describeExpected(name, [type])}.` }
}

function nameOf(path: readonly string[]): string {
  const name = path.at(-1) ?? ''
  return /^\d+$/.test(name) ? `${path.at(-2) ?? ''}[]` : name
}

function explainUnknown(name: string, known: readonly string[]): Explanation {
  const issue = describeUnknown('field', name, known)
  if (issue.did_you_mean !== undefined || !known.includes('attributes')) return issue
  if (isOneOf(systemFields, name))
    return { message: `${unknownFieldIssue} The system sets ${name} itself: leave it out.` }
  if (!isAttributeKey(name)) return issue
  return {
    message: `${issue.message} Values of attributes go inside attributes: {"attributes": {"${name}": …}}.`,
  }
}

function prune(body: unknown, groups: readonly Group[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const pruned = structuredClone(body)
  for (const { path } of groups) drop(pruned, path)
  return pruned
}

/** Deletes the property at the path; a fault inside an array removes the array, so that no index shifts. */
function drop(body: object, path: readonly string[]): void {
  let holder: unknown = body
  for (const [index, part] of path.entries()) {
    if (!isObject(holder)) return
    const value = child(holder, part)
    if (index === path.length - 1 || Array.isArray(value)) {
      delete holder[part]
      return
    }
    holder = value
  }
}
