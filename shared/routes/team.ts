import { accountRoutes } from './account.ts'
import { workspaceDownloadRoutes } from './workspace-downloads.ts'
import { peopleRoutes } from './people.ts'
import { signInRoutes } from './sign-in.ts'
import { notificationRoutes, presenceRoutes } from './collaboration.ts'
import { worklistRoutes } from './worklists.ts'

/** What a server has for a team, below `/app/v1`, as far as it is about people and no workspace. */
export const teamRoutes = {
  ...signInRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...workspaceDownloadRoutes,
  ...notificationRoutes,
}

/** The rest of it is about one workspace, which the header `Vitrine-Workspace` names. */
export const teamWorkspaceRoutes = { ...presenceRoutes, ...worklistRoutes }
