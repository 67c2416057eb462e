import type { ThreadWork } from './roles.ts'
import type { ThreadRole } from './protocol.ts'
import { keepSpares } from './spare-workers.ts'

/** Loads the code that a role in a cluster begins with, before it is known what it is to work on. */
export async function loadRole(role: ThreadRole, work: ThreadWork): Promise<void> {
  await loaders[role]?.(work)
}

const loaders: Partial<Record<ThreadRole, (work: ThreadWork) => Promise<unknown>>> = {
  registry() {
    keepSpares(['link'])
    return Promise.all([
      import('../registry/registry.ts'),
      import('../registry/registry-operations.ts'),
      import('../cluster/cluster-registry.ts'),
    ])
  },
  writer(work) {
    keepSpares(['link'])
    return Promise.all([work.operations(), import('../cluster/cluster-writer.ts')])
  },
  reader: (work) => Promise.all([work.operations(), import('../catalog/connections/reader.ts')]),
  models: () => import('../providers/probe.ts'),
  link: () => import('../cluster/serve-link.ts'),
}
