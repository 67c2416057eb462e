import { Type, type Static } from 'typebox'
import { requirementLevels } from '../channels.ts'
import { decimalMarks } from '../imports.ts'
import {
  customDelimiters,
  customEncodings,
  customFieldKindNames,
  ownRows,
  shopLayouts,
  customTemplateKeys,
} from '../custom-channels.ts'
import { Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }

export const CustomFile = Type.Object(
  {
    delimiter: Type.Enum([...customDelimiters], { description: 'What separates the cells of a row.' }),
    decimal: Type.Enum([...decimalMarks], { description: 'What stands before decimals.' }),
    encoding: Type.Enum([...customEncodings]),
    bom: Type.Boolean({ description: 'Whether it begins with a byte order mark, which is for UTF-8 alone.' }),
    header: Type.Boolean({ description: 'Whether the first row names the columns.' }),
    list_separator: Type.String({
      minLength: 1,
      maxLength: 5,
      description: 'What separates several values of one cell.',
    }),
    rows: Type.Enum([...ownRows], { description: 'What a row is.' }),
    parents: Type.Boolean({
      description:
        'Whether a product with variants has a row of its own before theirs, where rows are variants.',
    }),
    layout: Type.Optional(
      Type.Enum([...shopLayouts], { description: 'The shop whose rows and cells it has.' }),
    ),
  },
  strict,
)
export type CustomFile = Static<typeof CustomFile>

const limits = {
  max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  max_values: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many values a list takes.' }),
  ),
  acceptable_values: Type.Optional(
    Type.Array(Type.String({ maxLength: 1000 }), {
      maxItems: 1000,
      description: 'Of a yes or no: the words for both.',
    }),
  ),
  unique: Type.Optional(
    Type.Boolean({
      description:
        'Tells products apart: no two rows have the same, and no variant takes that of its product.',
    }),
  ),
}

const described = {
  target: Type.String({ maxLength: 200, description: 'The header of the column.' }),
  kind: Type.Enum([...customFieldKindNames]),
  requirement: Type.Enum([...requirementLevels]),
}

export const CustomField = Type.Object({ ...described, ...limits }, strict)
export type CustomField = Static<typeof CustomField>

/** A channel that the owner made: its name, its columns in their order, and how its file is written. */
export const CustomChannel = Type.Object(
  { id: Uuid, name: Type.String(), fields: Type.Array(CustomField), file: CustomFile },
  strict,
)
export type CustomChannel = Static<typeof CustomChannel>

const text = Type.Optional(nullable(Type.String()))

/**
 * A field of an own channel as sent: the column, and its source. Fields may be sent back as they were
 * read.
 */
export const CustomFieldInput = Type.Object(
  {
    target: described.target,
    kind: Type.Optional(described.kind),
    requirement: Type.Optional(described.requirement),
    ...limits,
    attribute: text,
    value: text,
    formula: text,
    condition: Type.Optional(Type.String()),
  },
  strict,
)
export type CustomFieldInput = Static<typeof CustomFieldInput>

export const ownMembers = {
  name: Type.Optional(Type.String()),
  fields: Type.Optional(
    Type.Array(CustomFieldInput, {
      description: 'All fields in the order of their columns. A field that is left out is taken away.',
    }),
  ),
  file: Type.Optional(Type.Partial(CustomFile)),
}

/** The body that makes a channel: from a template, as a copy of another channel, or by its fields. */
export const NewChannel = Type.Object(
  {
    ...ownMembers,
    name: Type.String(),
    key: Type.Optional(Type.String()),
    template: Type.Optional(Type.Enum([...customTemplateKeys])),
    copy_of: Type.Optional(
      Type.String({ description: 'The key of the channel to copy, its own or a given one.' }),
    ),
    picture_address: text,
    currency: text,
    shop_address: text,
    categories: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  strict,
)
export type NewChannel = Static<typeof NewChannel>
