import type { AssetApply } from '#shared/assets.ts'
import type { Job } from '#shared/jobs.ts'
import { matchDefaults } from '#shared/match-defaults.ts'
import {
  applyPlan,
  endedJob,
  keepForLater,
  type MatchSettings,
  startMatch,
  type StoredPicture,
} from '../api/assets-queries.ts'
import { moveToTrash, undoEdit } from '../api/changes-queries.ts'
import { type Api, callWorkspace } from '../api/client.ts'
import { quietJobs } from './started-jobs.ts'
import { t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'

export interface PlacingResult {
  readonly applied: number
  readonly editId: string | null
  readonly notes: readonly string[]
}

/** Applies a plan and waits for the job that does so. */
export async function placeFiles(api: Api, jobId: string, choices: AssetApply): Promise<PlacingResult> {
  const begun = await applyPlan(api, jobId, choices)
  if ('applied' in begun) return { applied: begun.applied, editId: begun.edit_id, notes: [] }
  return readPlacing(await quietEnd(api, begun))
}

/** Keeps the files of a match that found no product, and waits until they are stored. */
export async function keepFiles(api: Api, match: string, settings: MatchSettings): Promise<PlacingResult> {
  return readPlacing(await quietEnd(api, await keepForLater(api, match, settings)))
}

function quietEnd(api: Api, job: Job): Promise<Job> {
  quietJobs.add(job.id)
  return endedJob(api, job)
}

interface ProductTarget {
  readonly product: string
  /** The attribute that they were dropped on; that of the gallery where none is given. */
  readonly attribute: string | undefined
}

/** Places stored pictures at a product, whatever their names say, as one edit. */
export async function placeStored(
  api: Api,
  stored: readonly StoredPicture[],
  { product, attribute: dropped }: ProductTarget,
): Promise<void> {
  try {
    const configs = await callWorkspace(api.workspaceId, 'GET /attributes', { query: { type: 'product' } })
    const { rules, attribute = '' } = matchDefaults(configs.data)
    const settings = { attribute: dropped ?? attribute, as: 'append', rules } as const
    const match = await quietEnd(api, await startMatch(api, { stored }, settings))
    const corrections = stored.map((_, index) => ({ index, entity_id: product }))
    const result = await placeFiles(api, match.id, { accept: [], corrections })
    announcePlacing(api, result, { made: [], laterCount: 0 })
  } catch (error) {
    showError(t('The pictures were not placed'), { description: errorText(error) })
  }
}

function readPlacing({ result }: Job): PlacingResult {
  if (result !== null && 'error' in result) throw new Error(result.error.message)
  if (result === null || !('applied' in result) || !('conflicts' in result))
    throw new Error(t('The job was cancelled.'))
  const { applied = 0, edit_id: editId, conflicts = [] } = result
  return { applied, editId, notes: conflicts.map(({ note }) => note) }
}

interface Aside {
  /** The ids of products that were made for the files, and that undo takes back too. */
  readonly made: readonly string[]
  readonly laterCount: number
}

/** Tells what was placed, with the way back. */
export function announcePlacing(
  api: Api,
  { applied, editId, notes }: PlacingResult,
  { made, laterCount }: Aside,
): void {
  const later = t(
    '{count, plural, one {# picture waits} other {# pictures wait}} under “Not placed yet” for 30 days.',
    { count: laterCount },
  )
  if (applied === 0 && notes.length === 0) return showSuccess(t('Kept for later'), { description: later })
  const title = t('{count, plural, one {# picture} other {# pictures}} placed', { count: applied })
  const undo = (): void => {
    if (editId === null) return
    void undoEdit(api, editId)
      .then(() => (made.length > 0 ? moveToTrash(api, 'product', made) : undefined))
      .then(() => showSuccess(t('The pictures are no longer there')))
      .catch((error: unknown) =>
        showError(t('The pictures were not taken back'), { description: errorText(error) }),
      )
  }
  const action = editId === null ? {} : { action: { label: t('Undo'), onPress: undo } }
  if (notes.length === 0)
    return showSuccess(title, { ...(laterCount > 0 && { description: later }), ...action })
  showError(title, { description: notes.slice(0, 3).join(' '), ...action })
}

/** Under which stored pictures travel in a drag within the app. */
const draggedType = 'application/x-vitrine-pictures'

export function putDragged(data: DataTransfer, pictures: readonly StoredPicture[]): void {
  data.setData(draggedType, JSON.stringify(pictures))
  data.effectAllowed = 'copy'
}

export function carriesStored({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes(draggedType)
}

/** The stored pictures of a drag; another page may have put anything under this type. */
export function readDragged(data: Pick<DataTransfer, 'getData'>): readonly StoredPicture[] {
  try {
    const pictures: unknown = JSON.parse(data.getData(draggedType))
    return Array.isArray(pictures) ? pictures.filter(isStored) : []
  } catch {
    return []
  }
}

function isStored(picture: unknown): picture is StoredPicture {
  if (typeof picture !== 'object' || picture === null) return false
  return ['hash', 'value', 'name'].every((key) => typeof Reflect.get(picture, key) === 'string')
}
