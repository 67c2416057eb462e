import { createRequire } from 'node:module'
import type { Ajv as AjvClass, ErrorObject, ValidateFunction } from 'ajv'
import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import type { FieldError } from '#shared/errors.ts'
import { isObject } from '#shared/exact-json.ts'
import { foldText } from '#shared/text.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { optionsOf } from '../../store/tables/attributes.ts'
import { brokenConstraints } from '../attributes/data-types/constraints.ts'
import { getScalarRules, type Scalar } from '../attributes/data-types/data-types.ts'
import type { TargetLabel, GenerationContext } from './generation-context.ts'
import { answerFormOf } from './answer-forms.ts'

export interface Evidence {
  readonly source: string
  readonly quote: string
}

const maxEvidence = 12
const maxQuote = 1000
const maxNote = 1000

function choosableLabels(targets: readonly TargetLabel[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const shared = new Set<string>()
  for (const { id, label } of targets) {
    if (ids.has(label)) shared.add(label)
    ids.set(label, id)
  }
  for (const label of shared) ids.delete(label)
  return ids
}

/**
 * The JSON schema of an answer: `{value, evidence, note}`, where null says that the data do not state the
 * value.
 */
export function outputSchema(
  definition: AttributeConfig,
  { labels }: { readonly labels: readonly TargetLabel[] },
): object {
  const value = answerFormOf(definition).schema(definition, [...choosableLabels(labels).keys()])
  return {
    type: 'object',
    additionalProperties: false,
    required: ['value', 'evidence', 'note'],
    properties: {
      value: { anyOf: [value, { type: 'null' }] },
      evidence: { type: 'array', maxItems: maxEvidence, items: evidence },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  }
}

const evidence = {
  type: 'object',
  additionalProperties: false,
  required: ['source', 'quote'],
  properties: { source: { type: 'string' }, quote: { type: 'string' } },
}

export interface TakenOutput {
  readonly value: Scalar | readonly string[] | null
  readonly evidence: readonly Evidence[]
  readonly note: string | null
}

export type ReadOutput = TakenOutput | { readonly faults: readonly FieldError[] }

export function readOutput(
  definition: AttributeConfig,
  json: unknown,
  { labels }: { readonly labels: readonly TargetLabel[] },
): ReadOutput {
  const output = usableParts(json)
  const faults = checkForm(outputSchema(definition, { labels }), output)
  if (faults.length > 0) return { faults }
  const { value, evidence, note } = output as Answer
  const read = readValue(definition, value, labels)
  if ('faults' in read) return read
  return {
    value: read.value,
    evidence:
      read.value === null
        ? []
        : evidence.map(({ source, quote }) => ({ source, quote: quote.slice(0, maxQuote) })),
    note: note?.trim() ? note.trim().slice(0, maxNote) : null,
  }
}

interface Answer {
  readonly value: Scalar | readonly string[] | null
  readonly evidence: readonly Evidence[]
  readonly note: string | null
}

/**
 * The answer with what can be used of it: only a wrong value fails a row, so that members that nobody asked
 * for are left out, and evidence or a note that is missing or misshapen is none (agentic.2.3).
 */
function usableParts(json: unknown): unknown {
  if (!isObject(json)) return json
  const { evidence, note } = json
  return {
    ...('value' in json && { value: isBlank(json['value']) ? null : json['value'] }),
    evidence: Array.isArray(evidence) ? evidence.flatMap(usableEvidence).slice(0, maxEvidence) : [],
    note: typeof note === 'string' ? note : null,
  }
}

function usableEvidence(one: unknown): Evidence[] {
  if (!isObject(one)) return []
  const { source, quote } = one
  return typeof source === 'string' && typeof quote === 'string' ? [{ source, quote }] : []
}

/** Some models write a blank text or list for null. */
function isBlank(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
}

type ReadValue = { readonly value: TakenOutput['value'] } | { readonly faults: FieldError[] }

function readValue(
  definition: AttributeConfig,
  value: Answer['value'],
  labels: readonly TargetLabel[],
): ReadValue {
  if (value === null) return { value }
  const { shape } = dataTypeTraits[definition.data_type]
  if (shape === 'scalar')
    return readScalar(definition, Array.isArray(value) ? value.join(', ') : (value as Scalar))
  const ids = choosableLabels(labels)
  const chosen = Array.isArray(value) ? [...new Set(value as string[])] : [String(value)]
  const found = chosen.flatMap((label) => ids.get(label) ?? [])
  return { value: shape === 'reference' ? (found[0] ?? null) : found }
}

function readScalar(definition: AttributeConfig, value: Scalar): ReadValue {
  const { data_type: type, constraints, acceptable_values: values, entity_type: entityType } = definition
  const options = optionsOf(type, values)
  const parsed = getScalarRules(type).parse(asOption(value, options), { options })
  if ('issue' in parsed) return { faults: [{ field: 'value', ...parsed }] }
  if (parsed.value === null) return { value: null }
  const traits = dataTypeTraits[type]
  const broken = brokenConstraints(parsed.value, { traits, entityType, extras: { constraints } })
  return broken.length > 0
    ? { faults: broken.map((fault) => ({ field: 'value', ...fault })) }
    : { value: parsed.value }
}

function asOption(value: Scalar, options: readonly string[]): Scalar {
  return options.find((option) => foldText(option) === foldText(String(value))) ?? value
}

/**
 * A cache, because compiling a schema takes longer than reading an answer, and a few attributes have
 * thousands of answers.
 */
const compiled = new Map<string, ValidateFunction>()
const maxCompiled = 50

function checkForm(schema: object, output: unknown): FieldError[] {
  const text = JSON.stringify(schema)
  const known = compiled.get(text) ?? loadAjv().compile(schema)
  compiled.delete(text)
  compiled.set(text, known)
  const [oldest] = compiled.keys()
  if (compiled.size > maxCompiled && oldest !== undefined) compiled.delete(oldest)
  return known(output) ? [] : describeErrors(known.errors ?? [])
}

const require = createRequire(import.meta.url)
let ajv: AjvClass | undefined

function loadAjv(): AjvClass {
  if (!ajv) {
    const { Ajv } = require('ajv') as { Ajv: typeof AjvClass }
    ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  }
  return ajv
}

const maxReported = 5

/** Every wrong value also fails the null alternative, so that error is left out. */
function describeErrors(errors: readonly ErrorObject[]): FieldError[] {
  const reported = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params['type'] !== 'null')
  return (reported.length > 0 ? reported : errors)
    .slice(0, maxReported)
    .map(({ instancePath, keyword, params, message = 'is not as the schema says' }) => {
      const source = instancePath.slice(1).replaceAll('/', '.')
      return {
        field: source || 'answer',
        ...issueSentence(source === '' ? `The answer ${message}.` : `In the answer, ${source} ${message}.`),
        ...(keyword === 'enum' && { acceptable_values: params['allowedValues'] as string[] }),
      }
    })
}

export interface VerifiedEvidence extends Evidence {
  readonly verified: boolean
}

/**
 * Verifies each quote against the text that was sent under its name, folded as texts compare. Pictures and
 * the web cannot be verified here.
 */
export function verifyEvidence(
  evidence: readonly Evidence[],
  sent: Pick<GenerationContext, 'values' | 'passages'>,
): VerifiedEvidence[] {
  const texts = textsBySource(sent)
  const folded = new Map<string, readonly string[]>()
  return evidence.map(({ source, quote }) => {
    if (!folded.has(source)) folded.set(source, (texts.get(source) ?? []).map(foldQuoted))
    const wanted = foldQuoted(quote)
    const verified = wanted !== '' && (folded.get(source) ?? []).some((text) => text.includes(wanted))
    return { source, quote, verified }
  })
}

function textsBySource({ values, passages }: Pick<GenerationContext, 'values' | 'passages'>) {
  const texts = new Map<string, string[]>()
  const add = (source: string, text: string) => texts.set(source, [...(texts.get(source) ?? []), text])
  for (const { key, text } of values) if (text !== null) add(`attribute:${key}`, text)
  for (const { source, text } of passages) add(`source:${source}`, text)
  return texts
}

/** The form in which quotes are compared. Line ends belong to the layout of a page, not to its words. */
export function foldQuoted(text: string): string {
  return foldText(text.replaceAll(/\s+/g, ' '))
}
