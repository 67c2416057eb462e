/**
 * Plans an import whose options are incomplete: with the settings of an earlier import of a similar file,
 * and by a merge key that is sure.
 */
import { pluralOf } from '#shared/entities.ts'
import type {
  ColumnRule,
  ImportPreview,
  Misfit,
  MisfitRemedy,
  RememberedSettings,
  PreviewColumn,
} from '#shared/imports.ts'
import type { UploadedImport } from '#shared/schemas/imports.ts'
import { describeMergeKey } from '#shared/describe-merge-key.ts'
import { textOf } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { CatalogClient } from './client.ts'
import { UsageError } from './command.ts'

export interface PlannedImport {
  readonly settings: UploadedImport
  readonly said: readonly string[]
}

interface AskedImport {
  readonly uploadId: string
  readonly settings: UploadedImport
  readonly isAnew: boolean
  /** Words in place of a number or date that clear what is there. */
  readonly clears?: readonly string[]
}

const noKey = 'none'

const maxShown = 3

/**
 * Describes the readings of cells that are not quite numbers or dates, one line a column: `Bestand: 2 ×
 * ">10" → 10`.
 */
export function describeReadings({ columns }: Pick<ImportPreview, 'columns'>): string[] {
  const lines = columns.flatMap(formatColumn)
  if (lines.length === 0) return []
  return ['Read otherwise than written (a rule of --mapping says what else to make of them):', ...lines]
}

function formatColumn({ header, misfits }: PreviewColumn): string[] {
  const read = misfits.filter(({ remedy }) => remedy !== 'refuse')
  const count = read.reduce((sum, misfit) => sum + misfit.count, 0)
  if (count === 0) return []
  const samples = read.flatMap(({ samples: cells, remedy }) => cells.map((cell) => ({ ...cell, remedy })))
  const shown = samples.slice(0, maxShown)
  const more = count - shown.reduce((sum, sample) => sum + sample.count, 0)
  const parts = shown.map(
    ({ count: times, cell, value, remedy }) => `${times} × "${cell}" → ${formatValue(value, remedy)}`,
  )
  return [`  ${header}: ${[...parts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}`]
}

function formatValue(value: unknown, remedy: MisfitRemedy): string {
  if (remedy === 'clear') return 'no value, and one that is there goes'
  if (value === null) return 'no value; one that is there stays (--clear "…" with the words removes it)'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export async function planImport(client: CatalogClient, asked: AskedImport): Promise<PlannedImport> {
  const { merge_key: wanted, ...given } = asked.settings
  const isKeyed = wanted !== undefined && wanted !== noKey
  const fixed: UploadedImport = isKeyed ? { ...given, merge_key: wanted } : given
  if (given.profile !== undefined) return { settings: fixed, said: [] }
  const typed = await withType(client, { ...asked, settings: fixed })
  const known = await remember(client, asked, typed)
  const { settings, preview, said: lines } = await withClearing(client, asked, known)
  const said = [...lines, ...(preview ? describeReadings(preview) : [])]
  if (wanted === undefined) return withKey(settings, preview, said)
  const { merge_key: _before, ...others } = settings
  return { settings: wanted === noKey ? { ...others, imported_rows: 'new' } : settings, said }
}

/** Takes the type of the rows from the options, or else from the file. Throws where neither has it. */
async function withType(client: CatalogClient, { uploadId, settings }: AskedImport): Promise<LookedAtFile> {
  if (settings.type !== undefined)
    return { settings, preview: await look(client, uploadId, settings), said: [] }
  try {
    const preview = await previewOf(client, uploadId, settings)
    const { told_type: lines } = preview
    if (!lines) return { settings, preview, said: [] }
    const said = `The rows are taken for ${pluralOf[lines.type]}: ${lines.because}. (--type says otherwise.)`
    return { settings: { ...settings, type: lines.type }, preview, said: [said] }
  } catch (error) {
    if (!(error instanceof UsageError) || error.fields.includes('type')) throw error
    // The import itself reports faults of the file or of other settings, whatever the type.
    return { settings: { ...settings, type: 'product' }, preview: undefined, said: [] }
  }
}

interface LookedAtFile extends PlannedImport {
  readonly preview: ImportPreview | undefined
}

async function remember(
  client: CatalogClient,
  { uploadId, isAnew }: AskedImport,
  { settings, preview, said }: LookedAtFile,
): Promise<LookedAtFile> {
  const remembered = preview?.remembered
  if (!remembered || isAnew) return { settings, preview, said }
  const { corrections } = remembered
  const all = { ...remembered.settings, ...(corrections && { corrections }), ...settings }
  const again = await look(client, uploadId, all)
  return { settings: all, preview: again, said: [...said, describeRemembered(remembered)] }
}

function withKey(
  settings: UploadedImport,
  preview: ImportPreview | undefined,
  said: readonly string[],
): PlannedImport {
  const { merge_keys: keys = [], shape = null, merge_key: ofShop } = preview ?? {}
  const wanted = settings.merge_key ?? (shape === null ? undefined : ofShop)
  const chosen = chooseKey(keys, wanted, shape !== null)
  if (!preview || !chosen) return { settings, said }
  const lines = `${textOf(describeMergeKey(chosen))} (--merge-key none makes every row a new entry.)`
  return { settings: { ...settings, merge_key: chosen.key }, said: [...said, lines] }
}

/**
 * Returns the wanted key, unless it finds nothing and another does: the sender may have renumbered
 * everything.
 */
function chooseKey(
  keys: ImportPreview['merge_keys'],
  wanted: string | null | undefined,
  isOfShop: boolean,
): ImportPreview['merge_keys'][number] | undefined {
  const surest = keys.find(({ is_sure: isSure }) => isSure)
  const named = keys.find(({ key }) => key === wanted)
  const isOutdone = !isOfShop && named?.known === 0 && (surest?.known ?? 0) > 0
  return wanted === undefined || isOutdone ? surest : named
}

function describeRemembered({ file, imported_at: at, corrections = [] }: RememberedSettings): string {
  const cells =
    corrections.length === 0 ? '' : ` It is the same file: ${corrections.length} cells are corrected as then.`
  return `With the settings of ${file}, imported on ${at.slice(0, 10)}. (--anew takes none of an earlier file.)${cells}`
}

/** Lets the words for no value clear what is there, in the columns that hold one of the given. */
async function withClearing(
  client: CatalogClient,
  { uploadId, clears = [] }: AskedImport,
  known: LookedAtFile,
): Promise<LookedAtFile> {
  const words = new Set(clears.map(foldText))
  const holds = ({ kind, samples }: Misfit) =>
    kind === 'placeholder' && samples.some(({ cell }) => words.has(foldText(cell)))
  const columns = known.preview?.columns.filter(({ misfits }) => misfits.some(holds)) ?? []
  if (columns.length === 0) return known
  const rules = columns.map(({ header, rule }): [string, ColumnRule] => [
    header,
    { ...rule, remedies: { ...rule.remedies, placeholder: 'clear' } },
  ])
  const mapping = { ...known.settings.mapping, ...Object.fromEntries(rules) }
  const settings = { ...known.settings, mapping }
  return { ...known, settings, preview: await look(client, uploadId, settings) }
}

async function look(
  client: CatalogClient,
  id: string,
  settings: UploadedImport,
): Promise<ImportPreview | undefined> {
  try {
    return await previewOf(client, id, settings)
  } catch {
    return undefined
  }
}

async function previewOf(
  client: CatalogClient,
  id: string,
  { dry_run: _dry, ...body }: UploadedImport,
): Promise<ImportPreview> {
  return (await client.call('POST /app/v1/import-uploads/{id}/preview', { path: { id }, body })).data
}
