import { Type, type Static, type TSchema } from 'typebox'
import { dataTypes } from '../attributes.ts'
import { letterCases } from '../bulk-operations.ts'
import { entityTypes } from '../entities.ts'
import {
  creations,
  dateOrders,
  columnStepNames,
  type ColumnStepName,
  maxColumnSteps,
  unmappedModes,
  decimalMarks,
  emptyCellModes,
  misfitModes,
  openSettings,
  pictureModes,
  importedRowsModes,
  mergedRowsModes,
  priceChangesModes,
  renamedModes,
  renumberedModes,
  fileFormats,
  misfitKinds,
  misfitRemedies,
  fileShapes,
  mappingReasons,
  matchConfidences,
  shapeChoices,
  quoteModes,
  textEncodings,
} from '../imports.ts'
import { keysOf, tableOf } from '../text.ts'
import { Constraints } from './attributes.ts'
import { Uuid, EntityTypeSchema } from './entities.ts'
import {
  CellCorrection,
  Corrections,
  Language,
  LeftOutRows,
  TakenLanguage,
  TypeGuess,
} from './file-reading.ts'
import { CodedMessage, IssueSchema, messageReference } from './errors.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }

/** A proposed type of a new attribute instead of a text. */
export const TypeProposal = Type.Object({
  data_type: Type.Enum(['single_select_list', 'multi_select_list']),
  separator: Type.Optional(Type.String({ description: 'What separates the values of a cell.' })),
  cells: Type.Integer({
    description: 'How many cells hold one of the values, or with a separator several of them.',
  }),
  options: Type.Integer({ description: 'How many different values there are.' }),
})
export type TypeProposal = Static<typeof TypeProposal>

const Text = Type.String({ maxLength: 1000 })

function sign(description: string) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: 10, description }))
}

const steps = {
  trim: Type.Literal(true),
  case: Type.Enum([...letterCases]),
  replace: Type.Object({ find: Text, with: Text, pattern: Type.Optional(Type.Boolean()) }),
  split: Type.Object({ separator: Text, part: Type.Integer() }),
  join: Type.Object({ columns: Type.Array(Text), separator: Text }),
  map: Type.Object({
    table: Type.Record(Type.String(), Text),
    otherwise: Type.Optional(Type.Enum([...unmappedModes])),
  }),
  number: Type.Object({ decimal: Type.Enum([...decimalMarks]) }),
  date: Type.Object({ order: Type.Enum([...dateOrders]) }),
  unit: Type.Object({ from: Text, to: Text }),
  strip_html: Type.Literal(true),
  prefix: Text,
  suffix: Text,
  default: Text,
  formula: Type.String(),
} satisfies Readonly<Record<ColumnStepName, TSchema>>

type Steps = { readonly [Name in keyof typeof steps]: Static<(typeof steps)[Name]> }
/** An object of one member, which says what is done. */
export type ColumnStep = { readonly [Name in ColumnStepName]: Pick<Steps, Name> }[ColumnStepName]

/** The form of a step is checked with the mapping, so that each fault stands at its step. */
const ColumnSteps = Type.Array(
  Type.Unsafe<ColumnStep>({
    description: `One of \`${columnStepNames.join('`, `')}\`, such as \`{"split": {"separator": "-", "part": 2}}\`.`,
  }),
)

/**
 * The target of a column and the conversions of its cells, in this order: trim, value map, steps, split,
 * number or date.
 */
export const ColumnRule = Type.Object(
  {
    key: Type.Union([Text, Type.Null()], {
      description: 'An attribute key, `parent_id`, `id`, or null to leave the column out.',
    }),
    by: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'For references and the parent: the attribute by which the entity is found; without it the primary one. An id is always understood.',
      }),
    ),
    path: sign('For references: what separates the steps of a path such as `Furniture > Chairs`.'),
    separator: sign('What separates the members of a list.'),
    trim: Type.Optional(Type.Boolean({ description: 'Leaves out white space around a text.' })),
    values: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Cells to write otherwise.' }),
    ),
    steps: Type.Optional({
      ...ColumnSteps,
      description: `What is done to each cell in this order, after \`trim\` and \`values\`; ${maxColumnSteps} steps at most.`,
    }),
    decimal: Type.Optional(Type.Enum([...decimalMarks], { description: 'How numbers are written.' })),
    dates: Type.Optional(Type.Enum([...dateOrders], { description: 'The order of dates.' })),
    unit: sign(
      'The unit or the code of the currency that stands in the cells and is left out. Other weights and lengths are converted; any other unit is a fault.',
    ),
    from_unit: sign('What numbers without a unit are in, where these are to be converted to `unit`.'),
    adds_to_parent: Type.Optional(
      Type.Boolean({ description: 'The number is added to that of the parent; without one it is left out.' }),
    ),
    remedies: Type.Optional(
      Type.Partial(
        Type.Object(
          tableOf(misfitKinds, () => Type.Enum([...misfitRemedies])),
          strict,
        ),
        { description: 'What becomes of cells that are not quite numbers or dates, by what is wrong.' },
      ),
    ),
    empty_cells: Type.Optional(Type.Enum([...emptyCellModes])),
    data_type: Type.Optional(Type.Enum([...dataTypes], { description: 'Of a new attribute.' })),
    reference_type: Type.Optional(
      Type.Enum([...entityTypes], { description: 'What a new reference attribute refers to.' }),
    ),
  },
  strict,
)
export type ColumnRule = Static<typeof ColumnRule>

/** Column name to attribute key, to a rule, or to null, which leaves the column out. */
export const ColumnMapping = Type.Record(Type.String(), Type.Union([Text, Type.Null(), ColumnRule]))
export type ColumnMapping = Static<typeof ColumnMapping>

const settings = {
  format: Type.Optional(Type.Enum([...fileFormats])),
  delimiter: Type.Optional(
    Type.String({
      maxLength: 10,
      description: 'The one character between the cells of CSV; without it the content tells.',
    }),
  ),
  quote: Type.Optional(
    Type.Enum([...quoteModes], {
      description:
        'Of CSV: whether quotation marks enclose cells (`double`) or are signs as any others (`none`); without it the content tells.',
    }),
  ),
  encoding: Type.Optional(
    Type.Enum([...textEncodings], {
      description:
        'Of CSV; without it the content tells. A mark at the beginning of the file counts before it.',
    }),
  ),
  sheet: Type.Optional(Text),
  language: Type.Optional(Language),
  header_row: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'The row of the table that names its columns, from 1; 0 where none does. Without it the content tells.',
    }),
  ),
  shape: Type.Optional(
    Type.Enum([...shapeChoices], {
      description:
        'The shop whose file it is; without it the columns tell. `none` reads every row as it stands.',
    }),
  ),
  merge_key: Type.Optional(Text),
  mapping: Type.Optional(ColumnMapping),
  empty_cells: Type.Optional(Type.Enum([...emptyCellModes])),
  misfits: Type.Optional(Type.Enum([...misfitModes])),
  pictures: Type.Optional(
    Type.Enum([...pictureModes], {
      description:
        'Whether addresses of pictures stay links or a job fetches the pictures when the rows are written; with `refetch` it also asks whether those that were fetched before have changed. Without it they stay links, and one that was fetched before is written as the file it is.',
    }),
  ),
  decimal: Type.Optional(
    Type.Enum([...decimalMarks], {
      description: 'How numbers are written where neither their column nor the rest of the file tells.',
    }),
  ),
  dates: Type.Optional(
    Type.Enum([...dateOrders], {
      description:
        'In which order dates are written where neither their column nor the rest of the file tells.',
    }),
  ),
  renumbered: Type.Optional(
    Type.Enum([...renumberedModes], {
      description:
        'What becomes of a row whose number is new while its GTIN or another code is that of an entity with another number: `change` gives that entity the number, `new` makes another entity. Without it such a file is asked about.',
    }),
  ),
  renamed: Type.Optional(
    Type.Enum([...renamedModes], {
      description:
        'What becomes of a new column whose cells are the values of an attribute with another name: `fill` writes it to that attribute, `new` makes another. Without it such a file is asked about.',
    }),
  ),
  price_share: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 9999,
      description: 'From which change on a price is told, in per cent; 25 without it.',
    }),
  ),
  price_changes: Type.Optional(
    Type.Enum([...priceChangesModes], {
      description:
        'Whether rows that change a price by more than `price_share` are written (`take`, the default) or held (`hold`, the default of feeds).',
    }),
  ),
  imported_rows: Type.Optional(
    Type.Enum([...importedRowsModes], {
      description:
        'What becomes of a row without a merge key that an earlier import wrote, with the same cells: `find` (the default) writes it to what came of it, `new` makes another entity.',
    }),
  ),
  merged_rows: Type.Optional(
    Type.Enum([...mergedRowsModes], {
      description:
        'What becomes of a row whose merge key is that of an entity that was merged into another: `update` writes it to that one, `leave_out` leaves it out. Without it such a row fails and says so.',
    }),
  ),
  create_missing_attributes: Type.Optional(Type.Boolean()),
  create_missing_options: Type.Optional(Type.Boolean()),
  create_missing_vendors: Type.Optional(Type.Boolean()),
  create_missing_categories: Type.Optional(Type.Boolean()),
  create_missing_images: Type.Optional(Type.Boolean()),
}

export const ImportSettings = Type.Object(settings, strict)
export type ImportSettings = Static<typeof ImportSettings>

export const ImportUpload = Type.Object({
  id: Uuid,
  name: Type.String(),
  size: Type.Integer(),
  format: Type.Enum([...fileFormats]),
})
export type ImportUpload = Static<typeof ImportUpload>

export const PreviewRequest = Type.Object(
  {
    ...settings,
    type: Type.Optional(Type.String()),
    profile: Type.Optional(Text),
    corrections: Type.Optional(Corrections),
    images_folder: Type.Optional(Text),
  },
  strict,
)
export type PreviewRequest = Static<typeof PreviewRequest>

export const UploadedImport = Type.Object(
  {
    ...settings,
    type: Type.Optional(Type.String()),
    profile: Type.Optional(Text),
    corrections: Type.Optional(Corrections),
    dry_run: Type.Optional(Type.Boolean()),
    images_folder: Type.Optional(Text),
  },
  strict,
)
export type UploadedImport = Static<typeof UploadedImport>

export const Misfit = Type.Object({
  kind: Type.Enum([...misfitKinds]),
  count: Type.Integer({ minimum: 1 }),
  remedy: Type.Enum([...misfitRemedies]),
  samples: Type.Array(
    Type.Object({ cell: Type.String(), count: Type.Integer({ minimum: 1 }), value: Type.Unknown() }),
    { description: 'The most frequent ones; `value` is what is written, or null for nothing.' },
  ),
})
export type Misfit = Static<typeof Misfit>

export const PreviewColumn = Type.Object({
  index: Type.Integer(),
  header: Type.String(),
  samples: Type.Array(Type.String()),
  filled: Type.Integer({ description: 'Rows that hold something, of those looked at.' }),
  data_type: Type.Enum([...dataTypes], {
    description: 'What the column looks like; a new attribute gets it.',
  }),
  acceptable_values: Type.Array(Type.String()),
  constraints: Type.Optional(Constraints),
  rule: ColumnRule,
  new_key: Type.String({
    description: 'The key of a new attribute for the column; one that is taken gets a number behind it.',
  }),
  reason: Type.Enum([...mappingReasons]),
  because: Type.String({ description: 'The reason in words.' }),
  confidence: Type.Enum([...matchConfidences], { description: 'How sure it is that the column goes there.' }),
  proposals: Type.Array(TypeProposal, {
    description: 'What else a new attribute may be, as few values come again and again.',
  }),
  names_pictures: Type.Boolean({
    description: 'Whether its cells may hold addresses of pictures, which `pictures` is about.',
  }),
  names_picture_files: Type.Optional(
    Type.Boolean({
      description:
        'Whether its cells name files of pictures, which come with the import in `images_folder` or in a ZIP.',
    }),
  ),
  steps: Type.Optional(
    Type.Array(Type.Array(Type.Object({ before: Type.String(), after: nullable(Type.String()) })), {
      description: 'For each step the first cells that it changes; `after` is null where it fails.',
    }),
  ),
  converted: Type.Array(Type.Unknown(), {
    description:
      'What the rule makes of the samples, references as written; null where it makes nothing of one.',
  }),
  misfits: Type.Array(Misfit, { description: 'What is not quite a number or a date in a column of such.' }),
  /** The meaning of its cells beyond the data type, with counts. */
  meaning: Type.Optional(CodedMessage),
})
export type PreviewColumn = Static<typeof PreviewColumn>

/** An open question of a file, with each reading shown on its own cells; the likelier one comes first. */
export const ImportQuestion = Type.Object({
  setting: Type.Enum(keysOf(openSettings), { description: 'The setting that answers it.' }),
  sentence: Type.String(),
  ...messageReference,
  readings: Type.Array(
    Type.Object({
      value: Type.Enum(Object.values(openSettings).flat()),
      samples: Type.Array(
        Type.Object({
          row: Type.Integer({ description: 'From 1 under the header.' }),
          column: Type.String(),
          cell: Type.String(),
          value: nullable(Type.Union([Type.Number(), Type.String()])),
        }),
      ),
    }),
  ),
})
export type ImportQuestion = Static<typeof ImportQuestion>

/** A column by which rows may match existing entities, with the counts of its cells in the previewed rows. */
export const MergeKeyProposal = Type.Object({
  key: Type.String({ description: 'What to send as `merge_key`.' }),
  header: Type.String(),
  reason: Type.String({ description: 'Why it is proposed, in words.' }),
  rows: Type.Integer({ description: 'Rows that were looked at.' }),
  is_estimate: Type.Boolean({ description: 'Whether the file has more rows than that.' }),
  unique: Type.Boolean({ description: 'Whether no two rows have the same value.' }),
  filled: Type.Integer({ description: 'Rows that have a value.' }),
  known: Type.Integer({ description: 'Different values that an entity of the workspace has.' }),
  new: Type.Integer({ description: 'Different values that none has.' }),
  is_sure: Type.Boolean({
    description: 'Whether every row has a value of its own and the column holds ids or codes.',
  }),
})
export type MergeKeyProposal = Static<typeof MergeKeyProposal>

export const MissingReference = Type.Object({
  header: Type.String(),
  key: Type.String(),
  type: nullable(Type.Enum([...entityTypes], { description: 'What is named; null for options.' })),
  creates: nullable(
    Type.Enum([...creations], { description: 'The field that lets the import create them.' }),
  ),
  missing: Type.Integer({ description: 'Different names that are not there, in the rows looked at.' }),
  names: Type.Array(Type.String(), { description: 'The first of them.' }),
})
export type MissingReference = Static<typeof MissingReference>

/** The settings of an earlier import of a file with the same columns and a name of the same pattern. */
export const RememberedSettings = Type.Object({
  job_id: Uuid,
  file: Type.String(),
  imported_at: Type.String({ format: 'date-time' }),
  settings: ImportSettings,
  corrections: Type.Optional(
    Type.Array(CellCorrection, {
      description: 'Where it is the very same file: the cells that were corrected then.',
    }),
  ),
})
export type RememberedSettings = Static<typeof RememberedSettings>

export const ImportPreview = Type.Object({
  told_type: Type.Optional(TypeGuess),
  format: Type.Enum([...fileFormats]),
  encoding: nullable(Type.String()),
  encoding_guessed: Type.Optional(
    Type.Boolean({ description: 'Whether the encoding is a guess that may be wrong.' }),
  ),
  delimiter: nullable(Type.String()),
  sheet: nullable(Type.String()),
  sheets: Type.Array(Type.String()),
  header_row: Type.Optional(
    Type.Integer({ description: 'The row that names the columns, from 1; 0 where none does.' }),
  ),
  left_out_rows: Type.Optional(Type.Array(LeftOutRows, { description: 'Rows that are no data.' })),
  language: Type.Optional(TakenLanguage),
  notes: Type.Optional(
    Type.Array(CodedMessage, {
      description:
        'How the file was read where it could be taken otherwise, such as cells written otherwise than they are read.',
    }),
  ),
  shape: nullable(
    Type.Enum([...fileShapes], { description: 'The shop whose file it is; the rows are those made of it.' }),
  ),
  creations: Type.Array(Type.Enum([...creations]), {
    description: 'What is created besides where nothing else is said, for a file of that shop.',
  }),
  first_rows: Type.Array(Type.Array(Type.String()), { description: 'Their cells as the file has them.' }),
  rows: Type.Integer({ description: 'Rows that were looked at, without blank ones.' }),
  is_whole: Type.Boolean({ description: 'Whether these are all of the file.' }),
  merge_key: nullable(Type.String({ description: 'The one asked for, or the one that suggests itself.' })),
  merge_keys: Type.Array(MergeKeyProposal, {
    description: 'Columns by which rows may find what is there, the best first.',
  }),
  remembered: nullable(RememberedSettings),
  missing_references: Type.Array(MissingReference, {
    description: 'What the cells of columns name and is not there, where the import does not create it.',
  }),
  warnings: Type.Array(Type.String(), { description: 'What had better be looked at before, in words.' }),
  warning_messages: Type.Optional(
    Type.Array(CodedMessage, { description: 'The same warnings, with their codes.' }),
  ),
  columns: Type.Array(PreviewColumn),
  questions: Type.Array(ImportQuestion, {
    description: 'What has to be said before the file can be imported; each is among the problems too.',
  }),
  problems: Type.Array(Type.Object({ field: Type.String(), issue: IssueSchema, ...messageReference })),
})
export type ImportPreview = Static<typeof ImportPreview>

export const ImportProfile = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  settings: ImportSettings,
})
export type ImportProfile = Static<typeof ImportProfile>

export const NewImportProfile = Type.Object(
  { name: Type.String(), entity_type: Type.String(), settings: Type.Optional(ImportSettings) },
  strict,
)
export type NewImportProfile = Static<typeof NewImportProfile>

/** The body of `PATCH /import-profiles/{id}`; settings are replaced as a whole. */
export const ImportProfilePatch = Type.Object(
  { name: Type.Optional(Type.String()), settings: Type.Optional(ImportSettings) },
  strict,
)
export type ImportProfilePatch = Static<typeof ImportProfilePatch>
