import type { Job } from '#shared/jobs.ts'
import type { Output } from './output.ts'

/** Prints each step once: a job is asked more often than it moves. */
export function progressPrinter(output: Output): (job: Job) => void {
  let last = -1
  return ({ progress, status }) => {
    if (progress.current === last || status === 'queued' || progress.total === 0) return
    last = progress.current
    const { current, total, percent } = progress
    // People see one line that moves, on standard error, so that standard output can be kept.
    if (!output.isJson)
      process.stderr.write(process.stderr.isTTY ? `\r${percent} % (${current} of ${total} rows) ` : '')
    else output.print({ event: 'progress', current, total, percent }, '')
  }
}

/** Why a job has not come to its end, in a sentence. */
export function reasonOf({ result }: Job): string {
  const { error } = (result ?? {}) as { error?: { message?: string } }
  return error?.message ?? 'The reason is unknown.'
}
