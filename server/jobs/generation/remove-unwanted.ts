import type { JobContext } from '../job-context.ts'

/** Removes unwanted pictures and videos of models, some at a time, so that others can write between. */
export async function removeUnwanted(call: JobContext['call']): Promise<void> {
  for (let behind: string | undefined = ''; behind !== undefined;)
    ({ behind } = await call('removeUnwantedFiles', { behind }))
}
