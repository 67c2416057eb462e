import { createRequire } from 'node:module'
import type { Ajv as AjvClass, ErrorObject, ValidateFunction } from 'ajv'
import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import type { FieldError } from '#shared/errors.ts'
import { foldText } from '#shared/text.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { optionsOf } from '../../store/tables/attributes.ts'
import { brokenConstraints } from '../attributes/data-types/constraints.ts'
import { getScalarRules } from '../attributes/data-types/data-types.ts'
import type { Scalar } from '../attributes/data-types/scalar-rules.ts'
import type { TargetLabel } from './generation-context.ts'
import { choosableLabels, maxNote, maxQuote, outputSchema } from './output-schema.ts'

/** A place and the words there that a value rests on. */
export interface Evidence {
  readonly source: string
  readonly quote: string
}

/** An answer that can be taken: the value as a write takes it, references by id. */
export interface TakenOutput {
  readonly value: Scalar | readonly string[] | null
  readonly evidence: readonly Evidence[]
  readonly note: string | null
}

export type ReadOutput = TakenOutput | { readonly faults: readonly FieldError[] }

/** Reads the JSON of an answer by the schema and the rules of the attribute, or tells every fault. */
export function readOutput(
  definition: AttributeConfig,
  json: unknown,
  { labels }: { readonly labels: readonly TargetLabel[] },
): ReadOutput {
  const output = withBlankAsNull(json)
  const faults = checkForm(outputSchema(definition, { labels }), output)
  if (faults.length > 0) return { faults }
  const { value, evidence, note } = output as Answer
  const read = readValue(definition, value, labels)
  if ('faults' in read) return read
  return {
    value: read.value,
    // What is not stated rests on nothing.
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

/** A blank text or list is how some models say null. */
function withBlankAsNull(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('value' in json)) return json
  const { value } = json
  const isBlank =
    (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  return isBlank ? { ...json, value: null } : json
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

/** As a write reads it, constraints included. */
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

/** The option as it is spelled, for a model that was not held to the enumeration. */
function asOption(value: Scalar, options: readonly string[]): Scalar {
  return options.find((option) => foldText(option) === foldText(String(value))) ?? value
}

/** Answers come by the thousand and few attributes make them: compiling a schema takes longer than reading an answer. */
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

/** Loaded with the first answer. */
function loadAjv(): AjvClass {
  if (!ajv) {
    const { Ajv } = require('ajv') as { Ajv: typeof AjvClass }
    ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  }
  return ajv
}

const maxTold = 5

/** That a value is not null either is told of every wrong value, and says nothing. */
function describeErrors(errors: readonly ErrorObject[]): FieldError[] {
  const told = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params['type'] !== 'null')
  return (told.length > 0 ? told : errors)
    .slice(0, maxTold)
    .map(({ instancePath, keyword, params, message = 'is not as the schema says' }) => {
      const place = instancePath.slice(1).replaceAll('/', '.')
      return {
        field: place || 'answer',
        ...issueSentence(place === '' ? `The answer ${message}.` : `In the answer, ${place} ${message}.`),
        ...(keyword === 'enum' && { acceptable_values: params['allowedValues'] as string[] }),
      }
    })
}
