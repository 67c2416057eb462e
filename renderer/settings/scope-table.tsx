import { scopeGroups, verbOf } from './scope-choices.ts'

const verbs = ['read', 'write', 'delete']

interface ScopeTableProps {
  scopes: readonly string[]
  error: string | undefined
  onChange: (scopes: string[]) => void
}

/** All scopes as a table of resources and verbs. */
export function ScopeTable({ scopes, error, onChange }: ScopeTableProps) {
  const toggle = (scope: string, isOn: boolean): void =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  return (
    <div className="scope-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            {verbs.map((verb) => (
              <th key={verb} scope="col">
                {verb}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scopeGroups.map((group) => (
            <tr key={group.name}>
              <th scope="row">{group.name}</th>
              {verbs.map((verb) => {
                const scope = group.scopes.find((candidate) => verbOf(candidate) === verb)
                return (
                  <td key={verb}>
                    {scope !== undefined && (
                      <input
                        type="checkbox"
                        aria-label={scope}
                        checked={scopes.includes(scope)}
                        onChange={(event) => toggle(scope, event.target.checked)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {error !== undefined && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
