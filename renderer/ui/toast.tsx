import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import './button.css'
import './toast.css'
import { t } from './text.ts'

const autoCloseMs = { success: 4_000, error: 10_000 }
const manager = Toast.createToastManager()
/** Toast IDs by subject; a new toast replaces the previous one about the same subject. */
const lastBySubject = new Map<string, string>()

interface ToastOptions {
  description?: string
  /** Whether an error disappears by itself, since nothing was lost and nothing needs to be done. */
  isPassing?: boolean
  action?: { label: string; onPress: () => void }
  /** The subject: a later toast about it replaces this one. Its title by default. */
  subject?: string
}

export function showSuccess(title: string, options: ToastOptions = {}): void {
  show('success', title, options)
}

/** Shows an error until it is dismissed, unless `isPassing` is set. */
export function showError(title: string, options: ToastOptions = {}): void {
  show('error', title, options)
}

/** Closes the last toast of a subject once it no longer applies. */
export function closeToast(subject: string): void {
  const id = lastBySubject.get(subject)
  lastBySubject.delete(subject)
  if (id !== undefined) manager.close(id)
}

function show(type: 'success' | 'error', title: string, options: ToastOptions): void {
  const { description, action, isPassing = type === 'success', subject = title } = options
  closeToast(subject)
  const press = (): void => {
    manager.close(id)
    action?.onPress()
  }
  const id = manager.add({
    type,
    title,
    description,
    priority: type === 'error' ? 'high' : 'low',
    timeout: isPassing ? autoCloseMs[type] : 0,
    ...(action === undefined ? {} : { actionProps: { children: action.label, onClick: press } }),
  })
  lastBySubject.set(subject, id)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="ui-toasts" aria-label={t('Notifications')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="ui-toast">
      {toast.type === 'error' ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
      <Toast.Content className="ui-toast-content">
        <Toast.Title className="ui-toast-title" />
        <Toast.Description className="ui-toast-description" />
        {toast.actionProps !== undefined && <Toast.Action className="ui-button ui-button-default" />}
      </Toast.Content>
      <Toast.Close className="ui-button ui-icon-button" aria-label={t('Dismiss')}>
        <X aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
