import { useQuery } from '@tanstack/react-query'
import { ownerSettingsQuery, useChangeOwnerSettings } from '../api/owner-settings-queries.ts'
import { Checkbox } from '../ui/checkbox.tsx'

/** Where the pages of sources may be fetched from. */
export function SourcesSection() {
  const { data } = useQuery(ownerSettingsQuery)
  const change = useChangeOwnerSettings()
  return (
    <section className="api-section" aria-labelledby="settings-sources">
      <h2 id="settings-sources">Sources</h2>
      <Checkbox
        label="Sources may be fetched from this computer and its network"
        hint="Every script and agent that may add sources can then read pages that only this network reaches, such as those of a router."
        checked={data?.allow_private_sources ?? false}
        disabled={data === undefined}
        onChange={(isAllowed) => change({ allow_private_sources: isAllowed })}
      />
    </section>
  )
}
