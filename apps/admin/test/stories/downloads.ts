import { expect, it } from '@jest/globals'
import { button, downloadCsv, OWNER, VIEWER, type Stories } from './world.js'

export const describeDownloadsStory: Stories = (world) => {
  it('downloads a filtered list as a file, and records it', async () => {
    const { panel, api } = world()
    const [context, page] = await panel.openAs(OWNER, 'installs?result=matched')
    const { name, lines } = await downloadCsv(page)
    expect(name).toBe('installs.csv')
    expect(lines[0]).toMatch(/^install_id,/)
    expect(lines.slice(1).every((line) => line.includes(',true,'))).toBe(true)
    const { data } = await api('GET', '/api/audit?action=install.export&limit=1')
    expect(data).toMatchObject([{ actor_name: 'Ada', details: { matched: 'true' } }])
    await context.close()
  })
}

export const describeViewerDownloadStory: Stories = (world) => {
  it('tells a viewer which role a file with ids needs', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(VIEWER, 'installs')
    let downloads = 0
    page.on('download', () => (downloads += 1))
    await button(page, 'Download CSV').click()
    await page.getByText('Ask an owner for the role editor').waitFor()
    expect(downloads).toBe(0)
    await context.close()
  })
}
