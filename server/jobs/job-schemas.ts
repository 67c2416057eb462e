/**
 * The inputs and checkpoints of jobs as stored JSON. A change that older rows do not fit needs the next
 * `storedVersion` (store/tables/jobs.ts). Loaded with the first job of a thread only: TypeBox costs as much
 * as the catalog.
 */
import { Type } from 'typebox'
import { channelFormats } from '#shared/channels.ts'
import { exportFormats, exportHeaders, exportReferences, exportValues } from '#shared/exports.ts'
import { filterJoins } from '#shared/filters.ts'
import {
  creations,
  dateOrders,
  decimalMarks,
  emptyCellModes,
  misfitModes,
  pictureModes,
  importedRowsModes,
  mergedRowsModes,
  priceChangesModes,
  renamedModes,
  renumberedModes,
  fileFormats,
  fileShapes,
  mappingReasons,
  shapeChoices,
  quoteModes,
  textEncodings,
  pictureFaults,
} from '#shared/imports.ts'
import { packageKinds } from '#shared/packages.ts'
import { Automation, AutomationResult } from '#shared/schemas/automations.ts'
import { BulkEdit } from '#shared/schemas/edits.ts'
import { FeedOfJob } from '#shared/schemas/feeds.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { ChangedSince } from '#shared/schemas/jobs.ts'
import { LeftOutRows, TakenLanguage, Corrections } from '#shared/schemas/file-reading.ts'
import { ColumnMapping, ColumnRule } from '#shared/schemas/imports.ts'
import { nullable } from '#shared/schemas/paging.ts'
import { tableOf } from '#shared/text.ts'
import { CodedMessage, IssueSchema } from '#shared/schemas/errors.ts'
import type { Message } from '#shared/messages/message.ts'
import {
  assetSchemas,
  mergeSchemas,
  StoredContext as Context,
  storedFilter,
  qualitySchemas,
  generation,
} from './state-schemas.ts'

const Count = Type.Integer()

const fetchPictures = {
  input: Type.Object({
    import: Type.String(),
    known: Count,
    wanted: Count,
    refetch: Type.Optional(Type.Boolean()),
    context: Context,
  }),
  checkpoint: Type.Object({
    matched: Count,
    changed: Count,
    replaced: Type.Optional(Count),
    unchanged: Count,
    failed: Count,
    failed_by: Type.Partial(Type.Object(tableOf(pictureFaults, () => Count))),
  }),
}

const Texts = Type.Array(Type.String())
const Values = Type.Record(Type.String(), Type.Unknown())
const optionalText = Type.Optional(Type.String())

const editState = {
  position: Count,
  matched: Count,
  changed: Count,
  unchanged: Count,
  failed: Count,
  errors: Type.Array(
    Type.Object({ row: Count, id: Type.String(), field: Type.String(), issue: IssueSchema }),
  ),
  errors_truncated: Type.Boolean(),
  changed_meanwhile: Type.Optional(Count),
  changed_since: Type.Optional(Type.Array(ChangedSince)),
  newest: Type.Optional(Count),
}

const bulkEdit = {
  input: Type.Object({
    change: Type.Object({
      ...BulkEdit.properties,
      type: EntityTypeSchema,
      filter_join: Type.Enum([...filterJoins]),
    }),
    edit_id: Type.String(),
    context: Context,
  }),
  checkpoint: Type.Object(editState),
}

const undoEdit = {
  input: Type.Object({
    type: EntityTypeSchema,
    edit: Type.String(),
    entities: Count,
    is_merge: Type.Optional(Type.Boolean()),
    edit_id: Type.String(),
    context: Context,
  }),
  checkpoint: Type.Object(editState),
}

const undoImport = {
  input: Type.Object({
    import: Type.String(),
    changes: Count,
    edit_id: Type.String(),
    context: Context,
  }),
  checkpoint: Type.Object({
    ...editState,
    trashed: Count,
    kept: Count,
    changed_meanwhile: Count,
    changed_meanwhile_ids: Texts,
  }),
}

const FileReading = Type.Object({
  format: Type.Enum([...fileFormats]),
  encoding: nullable(Type.String()),
  encoding_guessed: Type.Optional(Type.Boolean()),
  delimiter: nullable(Type.String()),
  sheet: nullable(Type.String()),
  header_row: Type.Optional(Count),
  left_out_rows: Type.Optional(Type.Array(LeftOutRows)),
  language: Type.Optional(TakenLanguage),
  notes: Type.Optional(Type.Array(Type.Unsafe<Message>(CodedMessage))),
  shape: Type.Optional(nullable(Type.Enum([...fileShapes]))),
})

const importRows = {
  input: Type.Object({
    ...tableOf(creations, () => Type.Optional(Type.Boolean())),
    type: EntityTypeSchema,
    format: Type.Optional(Type.Enum([...fileFormats])),
    delimiter: optionalText,
    quote: Type.Optional(Type.Enum([...quoteModes])),
    encoding: Type.Optional(Type.Enum([...textEncodings])),
    sheet: optionalText,
    language: optionalText,
    header_row: Type.Optional(Count),
    decimal: Type.Optional(Type.Enum([...decimalMarks])),
    dates: Type.Optional(Type.Enum([...dateOrders])),
    renumbered: Type.Optional(Type.Enum([...renumberedModes])),
    renamed: Type.Optional(Type.Enum([...renamedModes])),
    imported_rows: Type.Optional(Type.Enum([...importedRowsModes])),
    merged_rows: Type.Optional(Type.Enum([...mergedRowsModes])),
    price_share: Type.Optional(Count),
    price_changes: Type.Optional(Type.Enum([...priceChangesModes])),
    shape: Type.Optional(Type.Enum([...shapeChoices])),
    merge_key: optionalText,
    mapping: ColumnMapping,
    empty_cells: Type.Enum([...emptyCellModes]),
    misfits: Type.Optional(Type.Enum([...misfitModes])),
    pictures: Type.Optional(Type.Enum([...pictureModes])),
    corrections: Type.Optional(Corrections),
    dry_run: Type.Boolean(),
    has_images_folder: Type.Optional(Type.Boolean()),
    feed: Type.Optional(FeedOfJob),
    context: Context,
  }),
  checkpoint: Type.Object({
    columns: Type.Array(
      Type.Object({
        index: Count,
        header: Type.String(),
        key: Type.String(),
        isNew: Type.Boolean(),
        reason: Type.Enum([...mappingReasons]),
        rule: Type.Optional(ColumnRule),
      }),
    ),
    merge_key: optionalText,
    pass: Count,
    done: Count,
    total: Count,
    late: Count,
    lateBefore: Count,
    mayWait: Type.Boolean(),
    updates_only: Type.Optional(Type.Boolean()),
    result: Type.Object({
      created: Count,
      updated: Count,
      unchanged: Count,
      failed: Count,
      created_attributes: Texts,
      errors: Type.Array(
        Type.Object({ row: Count, field: Type.String(), issue: IssueSchema, value: Type.String() }),
      ),
      errors_truncated: Type.Boolean(),
    }),
    ignored_columns: Texts,
    read: FileReading,
  }),
}

const selection = {
  type: EntityTypeSchema,
  ...storedFilter,
  sort: Type.Array(Type.Object({ key: Type.String(), descending: Type.Boolean() })),
  ids: Type.Optional(Texts),
}

const exportTable = {
  input: Type.Object({
    request: Type.Object({
      ...selection,
      format: Type.Enum([...exportFormats]),
      fields: Type.Optional(Texts),
      values: Type.Enum([...exportValues]),
      references: Type.Enum([...exportReferences]),
      headers: Type.Enum([...exportHeaders]),
      delimiter: Type.String(),
      decimal: Type.Optional(Type.Enum([...decimalMarks])),
      bom: Type.Boolean(),
      left_out_columns: Texts,
    }),
    feed: Type.Optional(FeedOfJob),
    context: Context,
  }),
  checkpoint: Type.Null(),
}

const exportChannel = {
  input: Type.Object({
    request: Type.Object({
      ...selection,
      channel: Type.String(),
      format: Type.Enum([...channelFormats]),
      currency: optionalText,
      pictures: Type.Optional(Type.Boolean()),
      recipe: optionalText,
      pattern: optionalText,
    }),
    feed: Type.Optional(FeedOfJob),
    context: Context,
  }),
  checkpoint: Type.Null(),
}

const exportAssets = {
  input: Type.Object({
    request: Type.Object({
      ...selection,
      format: Type.Literal('zip'),
      attribute: optionalText,
      recipe: optionalText,
      pattern: Type.String(),
    }),
    context: Context,
  }),
  checkpoint: Type.Null(),
}

const DescribedOutcome = Type.Object({
  status: Type.Enum(['created', 'updated', 'unchanged', 'failed']),
  id: nullable(Type.String()),
  label: nullable(Type.String()),
  matched_by: nullable(Type.String()),
  kept: Type.Array(Type.Object({ attribute: Type.String(), value: Type.Unknown(), told: Type.Unknown() })),
  not_taken: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
  reason: optionalText,
})

const ingestSource = {
  input: Type.Object({
    content: Type.Union([
      Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
      Type.Object({ kind: Type.Literal('text'), text: Type.String() }),
      Type.Object({ kind: Type.Literal('file'), name: Type.String() }),
    ]),
    parent_id: nullable(Type.String()),
    attributes: Values,
    isNameMadeUp: Type.Optional(Type.Boolean()),
    product_ids: Texts,
    mayWriteProducts: Type.Boolean(),
    context: Context,
  }),
  checkpoint: Type.Object({
    page: Type.Optional(Type.Object({ mediaType: optionalText, url: Type.String() })),
    stored: Type.Optional(
      Type.Object({
        source_id: Type.String(),
        characters: Count,
        format: Type.String(),
        title: nullable(Type.String()),
        tables: Count,
        linked_product_ids: Texts,
        created: Type.Object({ sources: Count, products: Count }),
        updated: Type.Object({ products: Count }),
        products: Type.Array(DescribedOutcome),
        content_attribute: nullable(Type.String()),
        notes: Texts,
      }),
    ),
  }),
}

const savePackage = {
  input: Type.Object({
    kind: Type.Enum([...packageKinds]),
    with_linked: Type.Optional(Type.Boolean()),
    name: Type.String(),
    program: Type.String(),
  }),
  checkpoint: Type.Null(),
}

const decideProposals = {
  input: Type.Object({
    type: EntityTypeSchema,
    action: Type.Enum(['accept', 'reject']),
    where: Type.Object({
      attribute: optionalText,
      job_id: optionalText,
      verified: Type.Optional(Type.Boolean()),
    }),
    list: Type.Optional(Type.Object(storedFilter)),
    newest: Count,
    edit_id: Type.String(),
    context: Context,
  }),
  checkpoint: Type.Object({
    position: Count,
    is_changed: Type.Boolean(),
    matched: Count,
    accepted: Count,
    rejected: Count,
    changed_meanwhile: Count,
    refused: Count,
    errors: editState.errors,
    errors_truncated: Type.Boolean(),
  }),
}

const automation = {
  input: Type.Object({
    automation: Type.String(),
    type: EntityTypeSchema,
    over: Type.Enum(['all', 'gathered']),
    edit_id: Type.String(),
    context: Context,
  }),
  checkpoint: Type.Object({
    definition: Type.Object({
      filter: Type.String(),
      actions: Automation.properties.actions,
      budget: Automation.properties.budget,
      unbounded: Type.Boolean(),
    }),
    action: Count,
    position: Count,
    matched: Count,
    failed: Count,
    errors: AutomationResult.properties.errors,
    results: AutomationResult.properties.actions,
    is_free: Type.Boolean(),
    held_until: Type.Optional(Count),
    child: optionalText,
    failure: Type.Optional(Type.Object({ code: Type.String(), ...CodedMessage.properties })),
  }),
}

export const jobSchemas = {
  automation,
  bulk_edit: bulkEdit,
  undo_edit: undoEdit,
  undo_import: undoImport,
  import: importRows,
  fetch_pictures: fetchPictures,
  export: exportTable,
  channel_export: exportChannel,
  asset_export: exportAssets,
  source_ingest: ingestSource,
  package: savePackage,
  generation,
  decide_proposals: decideProposals,
  ...assetSchemas,
  ...mergeSchemas,
  ...qualitySchemas,
}
