import { describe, expect, it } from '@jest/globals'
import { drawPicture } from './picture.js'

const rule = {
  name: 'Newest click <of> the address',
  own: { installs: 200, matched: 100, missed: 50, false: 50 },
  organic: { installs: 80, false: 20 },
  matches: 170,
  falseMatches: 70,
}

describe('the picture', () => {
  it('draws each share as long as it is, and says it', () => {
    const svg = drawPicture([rule])
    expect(svg).toContain('<rect class="right" x="24" y="124" width="240" height="26"/>')
    expect(svg).toContain('<rect class="missed" x="264" y="124" width="120" height="26"/>')
    expect(svg).toContain('<rect class="false" x="384" y="124" width="120" height="26"/>')
    expect(svg).toContain('<rect class="false" x="572" y="124" width="47.5" height="26" rx="2"/>')
    expect(svg).toContain('>50.0 %</text>')
    expect(svg).toContain('organic given a click 25.0 %')
  })

  it('escapes names, loads nothing from elsewhere, and has a dark side', () => {
    const svg = drawPicture([rule])
    expect(svg).toContain('Newest click &lt;of&gt; the address')
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import/)
    expect(svg).toContain('prefers-color-scheme:dark')
  })

  it('has no bars where there was nothing to find', () => {
    const none = { ...rule, own: { installs: 0, matched: 0, missed: 0, false: 0 } }
    expect(drawPicture([none])).not.toContain('NaN')
  })
})
