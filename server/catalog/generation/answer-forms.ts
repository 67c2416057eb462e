import type { AttributeConfig, DataType, DataTypeOfShape } from '#shared/attributes.ts'
import { dataTypeTraits } from '#shared/attributes.ts'
import { optionsOf } from '../../store/tables/attributes.ts'
import type { ExampleName } from './prompts/examples.ts'

export interface AnswerForm {
  readonly example: ExampleName
  readonly instruction: string
  readonly schema: (definition: AttributeConfig, labels: readonly string[]) => object
}

type AskedType = Exclude<DataTypeOfShape<'scalar' | 'reference' | 'reference_list'>, 'image' | 'video'>

const text = ({ constraints: { min_length: minLength, max_length: maxLength } }: AttributeConfig) => ({
  type: 'string',
  ...(minLength !== undefined && { minLength }),
  ...(maxLength !== undefined && { maxLength }),
})

function number({ data_type: type, constraints }: AttributeConfig): object {
  const { isWhole, min: least, max: most } = dataTypeTraits[type].bounds
  const { min = least, max = most, decimals } = constraints
  return {
    type: isWhole || decimals === 0 ? 'integer' : 'number',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }
}

function option(definition: AttributeConfig): object {
  const options = optionsOf(definition.data_type, definition.acceptable_values)
  return options.length === 0 ? text(definition) : { type: 'string', enum: options }
}

const listOf = (items: object, { constraints: { max_items: maxItems } }: AttributeConfig) => ({
  type: 'array',
  items,
  minItems: 1,
  ...(maxItems !== undefined && { maxItems }),
})

/** A JSON schema enumeration must not be empty. */
const label = (labels: readonly string[]) =>
  labels.length === 0 ? { type: 'string', maxLength: 0 } : { type: 'string', enum: labels }

const numberForm: AnswerForm = {
  example: 'number',
  instruction: 'A number in digits, without a unit.',
  schema: number,
}
const optionForm: AnswerForm = {
  example: 'option',
  instruction: 'One of the options, spelled as they are.',
  schema: option,
}

const forms: Readonly<Record<AskedType, AnswerForm>> = {
  single_line_text_field: {
    example: 'line',
    instruction: 'A text on one line, without markup.',
    schema: text,
  },
  multi_line_text_field: {
    example: 'lines',
    instruction: 'A text without markup; it may have several lines.',
    schema: text,
  },
  rich_text_field: {
    example: 'html',
    instruction: 'HTML with p, ul, ol, li, strong, em and h3 alone, without attributes.',
    schema: text,
  },
  number: numberForm,
  progress: numberForm,
  rank: numberForm,
  boolean: { example: 'boolean', instruction: 'true or false.', schema: () => ({ type: 'boolean' }) },
  date: {
    example: 'date',
    instruction: 'A day as YYYY-MM-DD.',
    schema: () => ({ type: 'string', format: 'date' }),
  },
  url: { example: 'url', instruction: 'A web address that begins with http:// or https://.', schema: text },
  json: { example: 'json', instruction: 'JSON, written as a text.', schema: text },
  single_select_list: optionForm,
  status: optionForm,
  multi_select_list: {
    example: 'options',
    instruction: 'A list of the options that fit, spelled as they are.',
    schema: (definition) => listOf(option(definition), definition),
  },
  entity_reference: {
    example: 'reference',
    instruction: 'The entry that is meant, spelled as in the list of the schema.',
    schema: (_definition, labels) => label(labels),
  },
  entity_list_reference: {
    example: 'references',
    instruction: 'A list of the entries that are meant, spelled as in the list of the schema.',
    schema: (definition, labels) => listOf(label(labels), definition),
  },
}

/**
 * The form of the answer for a data type; undefined where no text model writes the value: pictures,
 * videos, computed values.
 */
export function findAnswerForm(type: DataType): AnswerForm | undefined {
  return (forms as Partial<Record<DataType, AnswerForm>>)[type]
}

export function answerFormOf({ key, data_type: type }: AttributeConfig): AnswerForm {
  const form = findAnswerForm(type)
  if (!form) throw new TypeError(`No model answers with the value of ${key}.`)
  return form
}
