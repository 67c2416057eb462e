/** Everything that is asked about quality; each change of the catalog makes it old. */
export const qualityKey = (workspaceId: string) => ['quality', workspaceId] as const
