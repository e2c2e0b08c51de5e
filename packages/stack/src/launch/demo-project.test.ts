import { describe, expect, it } from '@jest/globals'
import { ensureDemoProject } from './demo-project.js'

describe('ensureDemoProject', () => {
  it('creates no project whose link host is the host of PUBLIC_URL, and says so', async () => {
    const printed: string[] = []
    const where = {
      root: '/nowhere',
      cli: '/nowhere',
      home: '/nowhere',
      env: {},
      publicUrl: 'https://Demo.acme.com',
      linkBaseHost: 'acme.com:8443',
      withSample: true,
      print: (line: string) => void printed.push(line),
    }
    expect(await ensureDemoProject(where)).toBeNull()
    expect(printed).toEqual([
      'There is no demo project: its link host, demo.acme.com, is the host of PUBLIC_URL.',
    ])
  })
})
