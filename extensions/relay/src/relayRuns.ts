import { l10n, window } from 'vscode';

/** Tells the user, once for all language servers, when the relay was restarted behind an open page. */
export class RelayRuns {
  #run: string | undefined;

  /** A server answered by way of this run of the relay; a relay that says nothing of it is not compared. */
  met(run: string | undefined): void {
    const former = this.#run;
    if (run === undefined || former === run) return;
    this.#run = run;
    if (former === undefined) return;
    void window.showInformationMessage(
      l10n.t('The Mooring server was restarted. Language servers were started anew.'),
    );
  }
}
