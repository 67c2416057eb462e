import { type PictureFault, pictureFaults } from '#shared/imports.ts'
import type { Job } from '#shared/jobs.ts'
import type { CatalogClient } from './client.ts'
import type { Invocation } from './command.ts'
import { followJob, reasonOf } from './follow-job.ts'

/** Waits for the job that fetches the pictures of an import, where there is one, and tells in lines what came of it. */
export async function followPictures(
  client: CatalogClient,
  { result }: Job,
  invocation: Invocation,
): Promise<string[]> {
  if (result === null || !('created_attributes' in result) || !result.pictures) return []
  const { wanted, already_there: known, job_id: id } = result.pictures
  if (result.dry_run) return [`Pictures: ${wanted} to fetch, ${known} there already`]
  if (id === null) return known === 0 ? [] : [`Pictures: ${known} there already`]
  const { data: begun } = await client.call('GET /api/v1/jobs/{id}', { path: { id } })
  return describePictures(await followJob(client, begun, invocation))
}

const faultTexts: Readonly<Record<PictureFault, string>> = {
  not_found: 'not found',
  not_a_picture: 'no picture',
  too_large: 'too large',
  refused: 'refused',
  unreachable: 'no answer',
}

function describePictures(job: Job): string[] {
  const { result, status } = job
  if (result === null || !('failed_by' in result)) return [`Pictures: ${status}. ${reasonOf(job)}`]
  const { fetched, replaced = 0, already_there: there, failed, failed_by: by } = result
  const { errors, errors_truncated: isCut } = result
  const changed = replaced > 0 ? ` (${replaced} had changed)` : ''
  const faults = pictureFaults.flatMap((fault) => (by[fault] ? [`${by[fault]} ${faultTexts[fault]}`] : []))
  return [
    ...errors.map(({ row, field, value, issue }) => `Row ${row}, ${field}, "${value}": ${issue}`),
    ...(isCut ? [`All that failed are listed at /jobs/${job.id}/errors.`] : []),
    `Pictures: ${fetched} fetched${changed}, ${there} there already, ${failed} failed${failed > 0 ? ` (${faults.join(', ')}); they stay as they are` : ''}`,
  ]
}
