import { Bug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button, CopyButton } from './button.tsx'
import { EmptyState } from './notice.tsx'
import { t } from './text.ts'
import { asError } from '#shared/interrupted.ts'

interface State {
  readonly error: Error | undefined
}

interface ErrorBoundaryProps {
  readonly children: ReactNode
  readonly instead?: ReactNode
}

/** Shows the error instead of an empty window; stored data is untouched. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: asError(error) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (this.props.instead !== undefined) return this.props.instead
    return (
      <EmptyState
        icon={Bug}
        title={t('This page has run into a fault')}
        actions={
          <>
            <CopyButton text={error.stack ?? error.message} label={t('Copy the details')} />
            <Button variant="primary" onClick={() => window.location.reload()}>
              {t('Reload')}
            </Button>
          </>
        }
      >
        <p>
          {t(
            'Everything that was saved is safe. Reload the page; if it happens again, report it with the details.',
          )}
        </p>
        <p>
          <code>{error.message}</code>
        </p>
      </EmptyState>
    )
  }
}
