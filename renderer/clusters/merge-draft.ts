import type { Cluster, MergeClusters } from '#shared/clusters.ts'

/** What somebody has made of a group; what is left out is as it was suggested. */
export interface GroupDraft {
  readonly isChosen: boolean
  /** The value to become, where it is another than suggested. */
  readonly to?: string
  /** Values that stay as they are. */
  readonly left: ReadonlySet<string>
}

/** Drafts by the suggested value of their group: no value is in two groups. */
export type MergeDrafts = ReadonlyMap<string, GroupDraft>

const untouched: GroupDraft = { isChosen: false, left: new Set() }

export function draftOf(drafts: MergeDrafts, { suggested }: Cluster): GroupDraft {
  return drafts.get(suggested) ?? untouched
}

/** The drafts with another one of a group. */
export function withDraft(drafts: MergeDrafts, { suggested }: Cluster, draft: GroupDraft): MergeDrafts {
  return new Map(drafts).set(suggested, draft)
}

/** A group without or with one of its values again; it is chosen by that, since somebody works on it. */
export function toggleValue(draft: GroupDraft, value: string): GroupDraft {
  const left = new Set(draft.left)
  if (!left.delete(value)) left.add(value)
  return { ...draft, left, isChosen: true }
}

type Groups = MergeClusters['groups']

/** What the chosen groups become. One that changes no value is left out. */
export function mergedGroups(clusters: readonly Cluster[], drafts: MergeDrafts): Groups {
  return clusters.flatMap((cluster) => {
    const { isChosen, to = cluster.suggested, left } = draftOf(drafts, cluster)
    const values = cluster.values.map(({ value }) => value).filter((value) => !left.has(value))
    const isChanging = values.some((value) => value !== to)
    return isChosen && isChanging && to.trim() !== '' ? [{ values, to }] : []
  })
}
