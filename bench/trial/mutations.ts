import { accountMutations } from './mutations-accounts.ts'
import { agentMutations } from './mutations-agent.ts'
import { catalogMutations } from './mutations-catalog.ts'
import { clusterMutations } from './mutations-cluster.ts'
import { edgeMutations } from './mutations-edge.ts'
import { facetMutations } from './mutations-facets.ts'
import { qualityMutations } from './mutations-quality.ts'
import { generationMutations } from './mutations-generation.ts'
import { guardMutations } from './mutations-guards.ts'
import { laterMutations } from './mutations-later.ts'
import { replicaMutations } from './mutations-replica.ts'
import { queryMutations } from './mutations-query.ts'
import { teamMutations } from './mutations-team.ts'
import { transportMutations } from './mutations-transport.ts'

/** How the code behind a rule is broken: `find` stands exactly once in the file. */
export interface Mutation {
  readonly rule: string
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** By file: the rule, the text that makes it hold, and what breaks it. */
export type MutationTable = Readonly<
  Record<string, readonly (readonly [rule: string, find: string, replace: string])[]>
>

/** Every mutation there is. Several of one rule break different parts of it. */
export const mutations: readonly Mutation[] = [
  edgeMutations,
  catalogMutations,
  queryMutations,
  laterMutations,
  guardMutations,
  generationMutations,
  agentMutations,
  facetMutations,
  qualityMutations,
  replicaMutations,
  transportMutations,
  accountMutations,
  teamMutations,
  clusterMutations,
].flatMap((table) =>
  Object.entries(table).flatMap(([file, entries]) =>
    entries.map(([rule, find, replace]) => ({ rule, file, find, replace })),
  ),
)
