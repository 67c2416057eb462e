import { Type, type Static } from 'typebox'
import { maxNamePattern } from '../exports.ts'
import { assetStatuses, assetTextFields } from '../assets.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { ReferenceStub } from './entities.ts'
import { messageReference } from './errors.ts'
import { FilterJson } from './filters.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const Text = Type.String()
const optionalText = Type.Optional(Text)

/** A rule as it is sent; the catalog checks the names and what each rule needs. */
const SentRule = Type.Object(
  {
    by: Text,
    attribute: optionalText,
    pattern: optionalText,
    views: Type.Optional(Type.Array(Text)),
    level: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    csv: optionalText,
    field: optionalText,
  },
  strict,
)
export type SentRule = DeepReadonly<Static<typeof SentRule>>

const StoredFileName = Type.Object({ hash: Text, name: Text }, strict)

const documentedRule = (by: string, members: Parameters<typeof Type.Object>[0] = {}) =>
  Type.Object({ by: Type.Literal(by), attribute: optionalText, ...members }, strict)

/** The members of each rule, for the document of the API. */
export const AssetRuleDocs = Type.Union([
  documentedRule('key', { pattern: optionalText, views: Type.Optional(Type.Array(Text)) }),
  documentedRule('gtin'),
  documentedRule('folder', { level: SentRule.properties.level }),
  documentedRule('column', { csv: Text }),
  documentedRule('iptc', { field: Type.Optional(Type.Enum([...assetTextFields])) }),
  documentedRule('pattern', { pattern: Text }),
])

const Side = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))

/** The body of `POST /asset-matches`. */
export const AssetMatch = Type.Object(
  {
    files: Type.Optional(
      Type.Union(
        [
          Type.Array(StoredFileName),
          Type.Object({ folder: Text }, strict),
          Type.Object({ library: Text, folder: optionalText }, strict),
          Type.Object({ match: Text }, strict),
        ],
        {
          description:
            'Files of the workspace by their hash, each with a name, which may carry folders; for the owner a folder of this computer, or a linked library by its id, whose files are not copied, from a folder in it on; or those of an earlier match, by the id of its job.',
        },
      ),
    ),
    rules: Type.Optional(Type.Array(SentRule)),
    attribute: optionalText,
    as: optionalText,
    alt_text: Type.Optional(Type.String({ maxLength: 500 })),
    create_images: Type.Optional(Type.Boolean()),
    dry_run: Type.Optional(Type.Boolean()),
    min_width: Side,
    min_height: Side,
  },
  strict,
)
export type SentAssetMatch = DeepReadonly<Static<typeof AssetMatch>>

const Index = Type.Integer({ minimum: 0 })

/** The body of `POST /asset-matches/{job_id}/apply`. */
export const AssetApply = Type.Object(
  {
    accept: Type.Optional(Type.Union([Text, Type.Array(Index)])),
    corrections: Type.Optional(
      Type.Array(
        Type.Object(
          { index: Index, entity_id: nullable(Text), position: Type.Optional(Type.Integer({ minimum: 1 })) },
          strict,
        ),
      ),
    ),
  },
  strict,
)
export type AssetApply = DeepReadonly<Static<typeof AssetApply>>

export const AssetPlanRow = Type.Object({
  index: Index,
  file: Type.Object({
    name: Text,
    hash: nullable(Text),
    size: Type.Integer(),
    width: nullable(Type.Integer()),
    height: nullable(Type.Integer()),
  }),
  status: Type.Enum([...assetStatuses]),
  rule: nullable(Type.Integer({ description: 'The number of the rule that decided, from 0.' })),
  entity: nullable(ReferenceStub),
  attribute: Text,
  position: nullable(Type.Integer({ description: 'The place in the list of the product, from 1.' })),
  candidates: Type.Array(ReferenceStub),
  note: nullable(Text),
  note_message: Type.Optional(Type.Object(messageReference)),
})
export type AssetPlanRow = DeepReadonly<Static<typeof AssetPlanRow>>

/** A file that a match has not placed. */
export const UnplacedFile = Type.Object({
  hash: Type.String(),
  name: Type.String({ description: 'As it was sent, with its folders.' }),
  path: Type.String({ description: 'The value that an image or video attribute holds.' }),
  media_type: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  created_at: Type.String({ format: 'date-time' }),
})
export type UnplacedFile = Static<typeof UnplacedFile>

/** The body of `POST /asset-exports`; the catalog checks the names. */
export const NewAssetExport = Type.Object(
  {
    type: optionalText,
    ids: Type.Optional(Type.Array(Text)),
    filter: Type.Optional(FilterJson),
    filter_join: optionalText,
    q: optionalText,
    view: optionalText,
    attribute: optionalText,
    recipe: optionalText,
    pattern: Type.Optional(Type.String({ maxLength: maxNamePattern })),
  },
  strict,
)
export type NewAssetExport = Static<typeof NewAssetExport>
