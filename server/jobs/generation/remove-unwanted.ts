import type { JobContext } from '../job-context.ts'

/** Removes the pictures and videos that models made and nobody wanted, some at a time, so that others write between. */
export async function removeUnwanted(call: JobContext['call']): Promise<void> {
  for (let behind: string | undefined = ''; behind !== undefined;)
    ({ behind } = await call('removeUnwantedFiles', { behind }))
}
