import { useState } from 'react'
import type { CreatedApiKey } from '../api/keys-queries.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { CurlExample } from './curl-example.tsx'
import { KeyList } from './key-list.tsx'
import '../ui/page.css'

/** How scripts and agents reach this workspace: the address, an example, and the keys. */
export function ApiPage() {
  const { workspace, session } = useWorkspace()
  const [created, setCreated] = useState<CreatedApiKey>()
  const baseUrl = `${session.origin}/api/v1`
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">API and keys</h1>
        <p className="ui-field-hint">
          Scripts and agents work with “{workspace.name}” over HTTP on this computer, while you work in the
          grid.
        </p>
      </header>
      <section className="api-section" aria-labelledby="api-address">
        <h2 id="api-address">Address</h2>
        <div className="api-copy-line">
          <code>{baseUrl}</code>
          <CopyButton text={baseUrl} />
        </div>
      </section>
      <KeyList onCreated={setCreated} onRevoked={({ id }) => id === created?.id && setCreated(undefined)} />
      <CurlExample baseUrl={baseUrl} secret={created?.key} />
    </div>
  )
}
