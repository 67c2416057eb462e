import { rightsReasons } from '../picture-rights.ts'
import { Type, type Static } from 'typebox'
import { leftOutPictureReasons, maxNamePattern } from '../exports.ts'
import { aliasOrigins } from './aliases.ts'
import { feedOutcomes } from '../feeds.ts'
import { assetStatuses } from '../assets.ts'
import { LibraryScanResult } from './asset-libraries.ts'
import { fileFormats, fileShapes, pictureFaults } from '../imports.ts'
import { differenceStatuses, jobStatuses } from '../jobs.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { Actor } from './events.ts'
import { CodedMessage, FieldError, IssueSchema, messageReference, RowError } from './errors.ts'
import { AutomationResult } from './automations.ts'
import { GenerationResult } from './generations.ts'
import { FilterJson } from './filters.ts'
import { CorrectedCells } from './file-reading.ts'
import { ImportPreview, MissingReference } from './imports.ts'
import { DuplicatesResult, MergeSimilarValuesResult, MergeResult } from './duplicates.ts'
import { nullable } from './paging.ts'
import { FixResult, QualityChecksResult } from './quality.ts'
import { DecisionsResult } from './proposals.ts'
import { PackageResult } from './package-result.ts'
import { SourceResult } from './source-result.ts'
import { tableOf } from '../text.ts'

const Count = Type.Integer({ minimum: 0 })

const AssetConflicts = Type.Array(Type.Object({ index: Count, note: Type.String(), ...messageReference }), {
  description: 'The rows that were not placed, and why.',
})

/** The outcome of a run of a feed, beside the counts of its import or export. */
const ofFeed = {
  outcome: Type.Optional(Type.Enum([...feedOutcomes])),
  taken: Type.Optional(Type.Object({ name: Type.String(), size: Count, sha256: Type.String() })),
  files_left: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Files that match and have their turn after this one.' }),
  ),
  sent: Type.Optional(Type.Object({ name: Type.String(), sha256: Type.String() })),
}

/** A run of a feed that found nothing to import. */
export const FeedResult = Type.Object({ ...ofFeed, outcome: Type.Enum([...feedOutcomes]) })
export type FeedResult = DeepReadonly<Static<typeof FeedResult>>

export const PicturesResult = Type.Object({
  import_id: Uuid,
  pictures: Type.Integer({ minimum: 0, description: 'Different addresses that the import named.' }),
  fetched: Count,
  replaced: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Of the fetched those whose address had another picture before.',
    }),
  ),
  already_there: Type.Integer({
    minimum: 0,
    description: 'Those that had been fetched before, and have not changed where that was asked.',
  }),
  failed: Count,
  failed_by: Type.Partial(Type.Object(tableOf(pictureFaults, () => Count)), {
    description: 'How many failed, by the reason.',
  }),
  errors: Type.Array(RowError, { description: 'The first of those that failed; `value` is the address.' }),
  errors_truncated: Type.Boolean(),
  errors_file: nullable(
    Type.String({
      description: 'Below the API root: all that failed, with row, column, address and reason.',
    }),
  ),
})
export type PicturesResult = DeepReadonly<Static<typeof PicturesResult>>

/** The result of matching files to products: how many have each status. */
export const AssetMatchResult = Type.Object({
  files: Count,
  counts: Type.Object(tableOf(assetStatuses, () => Count)),
  edit_id: nullable(Uuid),
  applied: Type.Optional(Count),
  conflicts: Type.Optional(AssetConflicts),
})
export type AssetMatchResult = DeepReadonly<Static<typeof AssetMatchResult>>

/** The result of placing files: how many, and the rows that were not placed. */
export const AssetApplyResult = Type.Object({
  edit_id: nullable(Uuid),
  applied: Count,
  conflicts: AssetConflicts,
})
export type AssetApplyResult = DeepReadonly<Static<typeof AssetApplyResult>>

export const RemainingAttribute = Type.Object({
  key: Type.String(),
  type: EntityTypeSchema,
  reason: Type.String(),
  ...messageReference,
})
export type RemainingAttribute = DeepReadonly<Static<typeof RemainingAttribute>>

const DateTime = Type.String({ format: 'date-time' })
const Texts = Type.Array(Type.String())

/** A change that an import or a bulk edit would make, with the row of the file or edit, and the entity. */
export const Difference = Type.Object({
  row: Type.Integer({
    description: 'The row of the file, from 1 under the header; of a bulk edit the number of the entity.',
  }),
  status: Type.Enum([...differenceStatuses]),
  type: EntityTypeSchema,
  id: nullable(Uuid),
  label: nullable(Type.String()),
  attribute: Type.String(),
  old: Type.Unknown(),
  new: Type.Unknown(),
})
export type Difference = DeepReadonly<Static<typeof Difference>>

export const RepeatedKey = Type.Object({ value: Type.String(), rows: Type.Array(Count) })

const rehearsed = {
  dry_run: Type.Optional(Type.Boolean()),
  differences: Type.Optional(
    Type.Array(Difference, { description: 'The first of a dry run; `/jobs/{id}/differences` has all.' }),
  ),
  differences_total: Type.Optional(Count),
}

/** A spelling that cells were read by, and what it stands for. */
const FollowedAlias = Type.Object({
  text: Type.String(),
  stands_for: Type.String(),
  cells: Count,
  origin: Type.Enum([...aliasOrigins]),
  created_at: Type.String({ format: 'date-time' }),
})

export const ImportCounts = Type.Object({
  created: Count,
  updated: Count,
  unchanged: Count,
  failed: Count,
  /** Rows that were not written, as their key is missing or that of an earlier row. */
  held: Type.Optional(Count),
  created_attributes: Texts,
  refused_cells: Type.Optional(Type.Array(Type.Object({ column: Type.String(), cells: Count }))),
  aliases: Type.Optional(Type.Array(FollowedAlias)),
  errors: Type.Array(RowError),
  errors_truncated: Type.Boolean(),
})
export type FollowedAlias = DeepReadonly<Static<typeof FollowedAlias>>
export type ImportCounts = DeepReadonly<Static<typeof ImportCounts>>
export type RepeatedKey = DeepReadonly<Static<typeof RepeatedKey>>

/** The result of an import. Older jobs lack the optional members. */
export const ImportResult = Type.Object({
  ...ImportCounts.properties,
  rows: Type.Optional(Count),
  ignored_columns: Type.Optional(Texts),
  mapping: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Column names to attribute keys.' }),
  ),
  merge_key: Type.Optional(nullable(Type.String())),
  filled_columns: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Columns that filled attributes of other names, as their values are the same.',
    }),
  ),
  format: Type.Optional(Type.Enum([...fileFormats])),
  encoding: Type.Optional(nullable(Type.String({ description: 'What a file of text was encoded in.' }))),
  encoding_guessed: Type.Optional(
    Type.Boolean({ description: 'Whether the encoding is a guess that may be wrong.' }),
  ),
  delimiter: Type.Optional(nullable(Type.String())),
  sheet: Type.Optional(nullable(Type.String())),
  shape: Type.Optional(
    nullable(Type.Enum([...fileShapes], { description: 'The shop whose file it was read as.' })),
  ),
  header_row: ImportPreview.properties.header_row,
  left_out_rows: ImportPreview.properties.left_out_rows,
  language: ImportPreview.properties.language,
  notes: ImportPreview.properties.notes,
  errors_file: Type.Optional(
    nullable(Type.String({ description: 'Below the API root: the rows that were refused.' })),
  ),
  missing_references: Type.Optional(
    Type.Array(MissingReference, {
      description: 'What its columns named and was not there, where the import was not to create it.',
    }),
  ),
  pictures: Type.Optional(
    Type.Object(
      {
        wanted: Count,
        already_there: Count,
        job_id: nullable(Uuid),
      },
      {
        description:
          'Of an import that fetches pictures: how many addresses are to be fetched and how many were before, and the job that fetches them.',
      },
    ),
  ),
  warnings: Type.Optional(
    Type.Array(Type.String(), { description: 'What had better be looked at, in words.' }),
  ),
  warning_messages: Type.Optional(
    Type.Array(CodedMessage, { description: 'The same warnings, with their codes.' }),
  ),
  file_sha256: Type.Optional(Type.String({ description: 'By which the very same file is known again.' })),
  corrected: Type.Optional(CorrectedCells),
  repeated_rows: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Rows that have the merge key of an earlier row.' }),
  ),
  repeated_keys: Type.Optional(Type.Array(RepeatedKey, { description: 'The first of these keys.' })),
  ...ofFeed,
  ...rehearsed,
})
export type ImportResult = DeepReadonly<Static<typeof ImportResult>>

/** A fault of one entity; `row` is its number in the job's order. */
const EditError = Type.Object({
  row: Count,
  id: Type.String(),
  field: Type.String(),
  issue: IssueSchema,
  message: FieldError.properties.message,
  ...messageReference,
})
/** A value that an undo left, because somebody has changed it since. */
export const ChangedSince = Type.Object({
  id: Type.String({ description: 'The entity.' }),
  label: nullable(Type.String()),
  attribute: Type.String(),
  changed_by: nullable(Actor),
  changed_at: nullable(DateTime),
})
export type ChangedSince = DeepReadonly<Static<typeof ChangedSince>>
const changedSince = Type.Optional(
  Type.Array(ChangedSince, {
    description:
      'Of an undo: the first hundred values that stay because they were changed since, by whom and when.',
  }),
)
const editCounts = {
  changed: Count,
  unchanged: Count,
  failed: Count,
  errors: Type.Array(EditError),
  errors_truncated: Type.Boolean(),
}

export const EditResult = Type.Object({
  edit_id: nullable(Type.String({ description: 'By which it can be undone; null where nothing changed.' })),
  matched: Count,
  ...editCounts,
  ...rehearsed,
  changed_meanwhile: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Of an undo: how many values stay because they were changed since.',
    }),
  ),
  changed_since: changedSince,
})
export type EditResult = DeepReadonly<Static<typeof EditResult>>

export const ImportUndoResult = Type.Object({
  changes: Count,
  ...editCounts,
  trashed: Count,
  kept: Type.Integer({ minimum: 0, description: 'Values that somebody has changed since, and which stay.' }),
  changed_since: changedSince,
  changed_meanwhile: Type.Integer({
    minimum: 0,
    description:
      'Entities that the import created and that stay: they or what lies below them has been changed since, or others refer to them.',
  }),
  changed_meanwhile_ids: Type.Array(Uuid, { description: 'The first hundred of them.' }),
  removed_attributes: Type.Optional(
    Type.Array(Type.String(), { description: 'Those that the import had made, by key.' }),
  ),
  kept_attributes: Type.Optional(
    Type.Array(RemainingAttribute, {
      description: 'Those that the import had made and that are used elsewhere.',
    }),
  ),
})
export type ImportUndoResult = DeepReadonly<Static<typeof ImportUndoResult>>

/** A file that a finished export offers, under `/exports/{job_id}`. */
export const ExportedFile = Type.Object({
  name: Type.String(),
  media_type: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
  path: Type.String({ description: 'Below the API root.' }),
})
export type ExportedFile = DeepReadonly<Static<typeof ExportedFile>>

const exported = {
  file: ExportedFile,
  expires_at: DateTime,
  not_found: Type.Integer({
    minimum: 0,
    description: 'Entities that were named by id and are not there.',
  }),
}

export const ExportResult = Type.Object({
  rows: Count,
  columns: Count,
  ...exported,
  left_out_columns: Type.Array(Type.String(), {
    description: 'Columns of the view that no file can hold, by key.',
  }),
  left_out_cells: Type.Integer({
    minimum: 0,
    description: 'Cells that the format cannot hold; they are empty in the file.',
  }),
  errors: Type.Array(RowError, { description: 'The first of them.' }),
  errors_truncated: Type.Boolean(),
  ...ofFeed,
})
export type ExportResult = DeepReadonly<Static<typeof ExportResult>>

/** The content of an archive of pictures, and what did not become a file of it. */
export const AssetExportResult = Type.Object({
  files: Count,
  collisions: Type.Integer({
    minimum: 0,
    description: 'How many got a number, for another one had the name.',
  }),
  collided: Type.Array(Type.Object({ name: Type.String(), wanted: Type.String() }), {
    description: 'The first of them.',
  }),
  left_out: Count,
  left_out_pictures: Type.Array(
    Type.Object({ name: Type.String(), reason: Type.Enum([...leftOutPictureReasons]) }),
    {
      description:
        'The first of them: `elsewhere` on another site, `missing` from its library, `no_picture` where none can be made of the file, `too_large` beyond 64 MiB.',
    },
  ),
  ...exported,
})
export type AssetExportResult = DeepReadonly<Static<typeof AssetExportResult>>

export const LeftOutReason = Type.Object({
  field: Type.String({ description: 'The field of the channel.' }),
  attribute: nullable(Type.String({ description: 'The attribute that fills it.' })),
  issue: Type.String(),
  ...messageReference,
  remedy: Type.Optional(Type.String({ description: 'What to do about it; older jobs do not tell.' })),
  remedy_message: Type.Optional(
    Type.Object(messageReference, { description: 'The code and the values of the remedy.' }),
  ),
  products: Type.Integer({ minimum: 0, description: 'How many products it concerns.' }),
  left_out: Type.Enum(['product', 'value'], {
    description: 'Whether they are left out for it, or their value alone.',
  }),
  reason: Type.Optional(
    Type.Enum([...rightsReasons], { description: 'Of pictures whose rights exclude the channel.' }),
  ),
})
export type LeftOutReason = DeepReadonly<Static<typeof LeftOutReason>>

export const NotSent = Type.Object({
  attribute: Type.String(),
  name: Type.String(),
  products: Type.Integer({ minimum: 0, description: 'How many products have a value of it.' }),
})
export type NotSent = DeepReadonly<Static<typeof NotSent>>

const ofChannel = {
  products: Count,
  exported: Count,
  left_out: Count,
  values_left_out: Count,
  reasons: Type.Array(LeftOutReason, {
    description: 'The most frequent ones first; the report has every case.',
  }),
  not_sent: Type.Optional(
    Type.Array(NotSent, { description: 'Attributes with values that no field of the channel takes.' }),
  ),
  held_pictures: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'How many pictures of the workspace the file names; they have to lie at the picture address of the channel.',
    }),
  ),
  notes: Type.Optional(
    Type.Array(Type.String(), { description: 'What is to be known of the file before it is sent.' }),
  ),
  report: ExportedFile,
}

/** The content of a channel's file. Products count as the channel sells them: variants, not their parents. */
export const ChannelExportResult = Type.Object({
  ...exported,
  ...ofChannel,
  pictures: Type.Optional(ExportedFile),
  ...ofFeed,
})
export type ChannelExportResult = DeepReadonly<Static<typeof ChannelExportResult>>

export const JobFailure = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    ...messageReference,
    field_errors: Type.Optional(Type.Array(FieldError)),
    counts: Type.Optional(
      Type.Object(
        { saved: Count, failed: Count, left: Count },
        { description: 'What is saved and what is not, where file or disk failed in the middle of the job.' },
      ),
    ),
    stage: Type.Optional(Type.String({ description: 'Of a job that makes a source.' })),
  }),
})
export type JobFailure = DeepReadonly<Static<typeof JobFailure>>

/** A run of an automation that failed after some of its actions. */
const AutomationFailure = Type.Object({ ...JobFailure.properties, ...AutomationResult.properties })

const { file: _none, ...withoutFile } = exported

/** The failure of a channel export without any product: there is no file, but a report. */
export const ChannelExportFailure = Type.Object({
  ...JobFailure.properties,
  ...withoutFile,
  ...ofChannel,
})
export type ChannelExportFailure = DeepReadonly<Static<typeof ChannelExportFailure>>

export const Job = Type.Object({
  id: Uuid,
  name: Type.String(),
  status: Type.Enum([...jobStatuses]),
  progress: Type.Object({ current: Type.Integer(), total: Type.Integer(), percent: Type.Integer() }),
  created_at: DateTime,
  started_at: nullable(DateTime),
  completed_at: nullable(DateTime),
  result: nullable(
    Type.Union([
      ImportResult,
      ImportUndoResult,
      PicturesResult,
      AssetMatchResult,
      AssetApplyResult,
      LibraryScanResult,
      EditResult,
      ExportResult,
      ChannelExportResult,
      ChannelExportFailure,
      AssetExportResult,
      SourceResult,
      PackageResult,
      GenerationResult,
      DecisionsResult,
      MergeResult,
      MergeSimilarValuesResult,
      DuplicatesResult,
      FixResult,
      QualityChecksResult,
      AutomationResult,
      AutomationFailure,
      FeedResult,
      JobFailure,
    ]),
  ),
  metadata: Type.Record(Type.String(), Type.Unknown()),
})
export type Job = Static<typeof Job>
/** The result of a job; null where it was cancelled before it did anything. */
export type JobResult = DeepReadonly<Job['result']>

const text = Type.Optional(Type.String())

/** The body of `POST /exports`; the catalog checks the names. */
export const NewExport = Type.Object(
  {
    type: text,
    format: text,
    filter: Type.Optional(FilterJson),
    filter_join: text,
    sort: text,
    q: text,
    ids: Type.Optional(Type.Array(Type.String())),
    view: text,
    fields: Type.Optional(Type.Array(Type.String())),
    values: text,
    references: text,
    headers: text,
    delimiter: text,
    decimal: text,
    bom: Type.Optional(Type.Boolean()),
    channel: text,
    currency: text,
    pictures: Type.Optional(Type.Boolean()),
    recipe: text,
    pattern: Type.Optional(Type.String({ maxLength: maxNamePattern })),
  },
  { additionalProperties: false },
)
export type NewExport = Static<typeof NewExport>

/** The same by a saved export profile, whose fields hold where none is given. */
export const NewExportByProfile = Type.Object(
  { profile: text, ...NewExport.properties },
  { additionalProperties: false },
)
