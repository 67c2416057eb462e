import { lazyPart } from '../ui/lazy-part.tsx'

const whenOpen = { isWanted: ({ open }: { open: boolean }) => open }

// The dialogs of the window, but the palette: it is typed into at once, and no key may be lost to waiting.
// What listens by itself, as the one of agents does, begins when its code is there.

export const LazyAddAttribute = lazyPart(
  async () => (await import('../attributes/add-attribute-dialog.tsx')).AddAttributeDialog,
  whenOpen,
)
export const LazyShortcuts = lazyPart(
  async () => (await import('../commands/shortcuts-sheet.tsx')).ShortcutsSheet,
  whenOpen,
)
export const LazyConsent = lazyPart(
  async () => (await import('../access/consent-dialog.tsx')).ConsentDialog,
  { isWanted: ({ wanted }) => wanted !== undefined },
)
export const LazyExport = lazyPart(
  async () => (await import('../exports/export-dialog.tsx')).ExportDialog,
  whenOpen,
)
export const LazyImport = lazyPart(
  async () => (await import('../imports/import-dialog.tsx')).ImportDialog,
  whenOpen,
)
export const LazyJobReport = lazyPart(
  async () => (await import('../jobs/job-report-dialog.tsx')).JobReportDialog,
  { isWanted: ({ job }) => job !== undefined },
)
export const LazyNewWorkspace = lazyPart(
  async () => (await import('../workspaces/new-workspace-dialog.tsx')).NewWorkspaceDialog,
  whenOpen,
)
export const LazyPrint = lazyPart(
  async () => (await import('../grid/printing/print-dialog.tsx')).PrintDialog,
  whenOpen,
)
