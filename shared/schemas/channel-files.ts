import { Type, type Static } from 'typebox'
import { messageReference } from './errors.ts'
import { Uuid } from './entities.ts'

const FileField = Type.Object({ name: Type.String(), value: Type.String() })

const Problem = Type.Object({
  field: Type.String(),
  issue: Type.String(),
  ...messageReference,
  left_out: Type.Enum(['product', 'value']),
})

/** One product as a channel gets it: the records of its file, and what is left out of them. */
export const ChannelPreview = Type.Object({
  records: Type.Array(Type.Object({ fields: Type.Array(FileField) })),
  problems: Type.Array(Problem),
})
export type ChannelPreview = Static<typeof ChannelPreview>

const ExportDifference = Type.Object({
  key: Type.String({ description: 'What the channel tells the record apart by, such as its SKU.' }),
  status: Type.Enum(['added', 'changed', 'removed']),
  fields: Type.Array(Type.Object({ name: Type.String(), old: Type.String(), new: Type.String() })),
})
export type ExportDifference = Static<typeof ExportDifference>

/** How many differences of two files are told one by one; all of them are counted. */
export const maxDifferences = 200

export const ExportDifferences = Type.Object({
  added: Type.Integer({ minimum: 0 }),
  changed: Type.Integer({ minimum: 0 }),
  removed: Type.Integer({ minimum: 0 }),
  differences: Type.Array(ExportDifference, { maxItems: maxDifferences }),
})
export type ExportDifferences = Static<typeof ExportDifferences>

export const LeftOutRows = Type.Object({
  ids: Type.Array(Uuid, { description: 'The first of them.' }),
  total: Type.Integer({ minimum: 0 }),
})
export type LeftOutRows = Static<typeof LeftOutRows>
