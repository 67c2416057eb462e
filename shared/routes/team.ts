import { accountRoutes } from './account.ts'
import { homeCopyRoutes } from './home-copies.ts'
import { peopleRoutes } from './people.ts'
import { signInRoutes } from './sign-in.ts'

/** All that a server has for a team, below `/app/v1`. */
export const teamRoutes = { ...signInRoutes, ...accountRoutes, ...peopleRoutes, ...homeCopyRoutes }
