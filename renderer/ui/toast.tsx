import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import './button.css'
import './toast.css'

const manager = Toast.createToastManager()

interface ToastOptions {
  description?: string
  action?: { label: string; onPress: () => void }
}

/** Tells that something went well, for a few seconds. */
export function showSuccess(title: string, options: ToastOptions = {}): void {
  show('success', title, options)
}

/** Tells that something failed; it stays until dismissed. */
export function showError(title: string, options: ToastOptions = {}): void {
  show('error', title, options)
}

function show(type: 'success' | 'error', title: string, { description, action }: ToastOptions): void {
  manager.add({
    type,
    title,
    description,
    priority: type === 'error' ? 'high' : 'low',
    timeout: type === 'error' ? 0 : 4000,
    ...(action === undefined ? {} : { actionProps: { children: action.label, onClick: action.onPress } }),
  })
}

/** Shows the toasts of the whole page, the newest at the bottom. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="ui-toasts">
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
      <Toast.Close className="ui-button ui-icon-button" aria-label="Dismiss">
        <X aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}
