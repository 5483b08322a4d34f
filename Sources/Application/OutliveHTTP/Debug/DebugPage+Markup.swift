#if LiveReset
extension DebugPage {
    /// The body of the page; its script sets content only as `textContent`, never as markup.
    static let markup = #"""
        <header>
          <h1>Outlive</h1>
          <p class="state"><span id="state" class="pill" data-state="offline">no connection</span></p>
          <p class="generation">generation <strong id="generation">–</strong></p>
          <p id="fault" class="result" data-kind="bad" role="alert" hidden></p>
        </header>

        <section id="access" aria-labelledby="access-title" hidden>
          <h2 id="access-title">A token is needed</h2>
          <p id="access-reason">This page asks the application with the token of its launch.</p>
          <p>Whoever launches the application sets it:</p>
          <ol>
            <li><code>export OUTLIVE_TOKEN=$(openssl rand -hex 16)</code></li>
            <li><code>./application &amp;</code> says <code>X_OUTLIVE_HTTP=URL</code> on standard error.</li>
            <li><code>echo URL/debug#token=$OUTLIVE_TOKEN</code> prints what to open; or give the token here. It stays
            in this tab.</li>
          </ol>
          <form id="access-form">
            <label for="token">Token</label>
            <div class="row">
              <input id="token" type="password" autocomplete="off" spellcheck="false" required>
              <button type="submit">Use it</button>
            </div>
          </form>
        </section>

        <main id="panels" hidden>
          <section aria-labelledby="reset-title">
            <h2 id="reset-title">Reset</h2>
            <form id="reset-form">
              <button id="reset" type="submit" class="primary" accesskey="r">Reset now</button>
              <span class="hint" id="reset-hint"><kbd>Ctrl</kbd> <kbd>Enter</kbd> in any field does the same</span>
              <p id="result" class="result" role="status" aria-live="polite"></p>
              <details id="input">
                <summary>With other input than at the launch</summary>
                <div class="field">
                  <label class="check"><input id="replace-arguments" type="checkbox"> Replace the arguments</label>
                  <label for="arguments">Arguments, one a line</label>
                  <textarea id="arguments" rows="3" spellcheck="false" placeholder="--page-size&#10;20"></textarea>
                </div>
                <div class="field">
                  <label for="environment">Environment to add, <code>NAME=value</code> a line</label>
                  <textarea id="environment" rows="3" spellcheck="false" placeholder="CLEAN_STORAGE=1"></textarea>
                </div>
                <div class="field">
                  <label class="check"><input id="replace-fixture" type="checkbox"> Replace the fixture</label>
                  <label for="fixture">Fixture, an absolute path; empty for none</label>
                  <input id="fixture" type="text" spellcheck="false" autocomplete="off" placeholder="/tmp/fixture">
                </div>
              </details>
            </form>
          </section>

          <section aria-labelledby="phases-title">
            <h2 id="phases-title">Last reset</h2>
            <p id="phases-empty" class="empty">None so far.</p>
            <table id="phases" hidden>
              <thead><tr><th scope="col">Phase</th><th scope="col" class="number">ms</th></tr></thead>
              <tbody></tbody>
            </table>
          </section>

          <section aria-labelledby="survivors-title" class="wide">
            <h2 id="survivors-title">Survivors <span id="survivors-of" class="hint"></span></h2>
            <p id="unwatched" class="empty" hidden>Not watched: the registry is off, so nothing is known of what
            outlives a reset. Launch the application without <code>OUTLIVE_LEAKS=off</code>, and see that nothing in it
            sets
            <code>isEnabled</code> of its registry to false.</p>
            <p id="survivors-empty" class="empty">No generation has settled so far.</p>
            <table id="survivors" hidden>
              <thead><tr>
                <th scope="col">Name, type, site</th><th scope="col" class="number">Count</th>
                <th scope="col" class="number">Age in cycles</th>
              </tr></thead>
              <tbody></tbody>
            </table>
          </section>

          <section aria-labelledby="generations-title" class="wide">
            <h2 id="generations-title">Generations</h2>
            <p id="generations-empty" class="empty">None has settled so far.</p>
            <table id="generations" hidden>
              <thead><tr>
                <th scope="col" class="number">No.</th><th scope="col" class="number">Registered</th>
                <th scope="col" class="number">Gone</th><th scope="col" class="number">Survivors</th>
                <th scope="col" class="number">Settled in s</th>
              </tr></thead>
              <tbody></tbody>
            </table>
          </section>
        </main>
        """#
}
#endif
