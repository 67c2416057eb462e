import type { CreatedApiKey } from '../api/keys-queries.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Notice } from '../ui/notice.tsx'

/** The secret of a new key, the only time it can be seen. */
export function CreatedKey({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  return (
    <div className="stack">
      <Notice tone="warning" title="Copy the key now">
        It is stored as a hash only and cannot be shown again.
      </Notice>
      <div className="api-copy-line">
        <code data-testid="created-key">{created.key}</code>
        <CopyButton text={created.key} label="Copy the key" />
      </div>
      <div className="ui-dialog-actions">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
