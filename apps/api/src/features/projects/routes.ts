import { project, updateProjectBody } from '@throughline/contracts/project'
import { route } from '../../http/route.js'
import { getProject } from './read-project.js'
import { updateProject } from './update-project.js'

export const projectRoutes = [
  route({
    method: 'get',
    path: '/api/project',
    summary: 'Read the project’s settings',
    tag: 'Projects',
    access: 'management:project:read',
    answers: { 200: { description: 'The settings', schema: project } },
    run: getProject,
  }),
  route({
    method: 'put',
    path: '/api/project',
    summary: 'Change the project’s settings',
    tag: 'Projects',
    access: 'management:project:write',
    body: updateProjectBody,
    answers: { 200: { description: 'The settings', schema: project } },
    run: updateProject,
  }),
]
