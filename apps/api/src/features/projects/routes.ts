import { project, updateProjectBody } from '@throughline/contracts/project'
import { route } from '../../http/route.js'
import { getProject } from './read-project.js'
import { settingsErrors, updateProject } from './update-project.js'

export const projectRoutes = [
  route({
    method: 'get',
    path: '/api/project',
    summary: 'Read the project’s settings',
    description:
      'Returns the settings of the project to which the key and the token belong. They include what the project key alone may do and how installs are matched.',
    tag: 'Projects',
    access: 'management:project:read',
    answers: { 200: { description: 'The settings', schema: project } },
    run: getProject,
  }),
  route({
    method: 'put',
    path: '/api/project',
    summary: 'Change the project’s settings',
    description:
      'Omitted fields keep their value, also inside `attribution` and `privacy`. `sdk_scopes` limits what apps may do with the project key alone. Changes apply within seconds.',
    tag: 'Projects',
    access: 'management:project:write',
    body: updateProjectBody,
    fieldRules: ({ project, body }) => Promise.resolve(settingsErrors(project, body)),
    example: {
      name: 'Acme',
      sdk_scopes: ['links:read', 'attribution'],
      attribution: { window_minutes: 120 },
    },
    answers: { 200: { description: 'The settings', schema: project } },
    run: updateProject,
  }),
]
