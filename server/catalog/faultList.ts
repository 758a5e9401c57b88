import { join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FaultSeverity, ManifestFault } from '../protocol/boot.ts';
import { placeOf, showPath, type JsonPath, type TextPlace } from './jsonPosition.ts';

/** What a fault may say beyond its message. */
export interface FaultDetails extends Partial<TextPlace> {
  readonly severity?: FaultSeverity;
  readonly key?: string;
  /** It may be gone when the folder is copied in full. */
  readonly isIncomplete?: boolean;
}

/** Collects what is wrong with one extension. */
export class FaultList {
  readonly all: ManifestFault[] = [];
  /** Its id where that is known, else the name of its folder. */
  extension: string;
  readonly #folder: string;
  #manifest = '';
  #isIncomplete = false;

  /** @param folder real path of the extension's folder */
  constructor(extension: string, folder: string) {
    this.extension = extension;
    this.#folder = folder;
  }

  /** Something named by the manifest is not there, or the manifest itself breaks off: a copy may be under way. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** The text in which keys are looked up. */
  set manifest(text: string) {
    this.#manifest = text;
  }

  /** @param file relative to the extension's folder */
  add(
    file: string,
    message: string,
    { isIncomplete = false, severity = 'error', ...more }: FaultDetails = {},
  ): void {
    if (isIncomplete) this.#isIncomplete = true;
    const uri = pathToFileURL(join(this.#folder, file)).href;
    this.all.push({ extension: this.extension, severity, file: normalize(file), uri, ...more, message });
  }

  /** Something is wrong with a key of the manifest. */
  addKey(path: JsonPath, message: string, details: FaultDetails = {}): void {
    this.add('package.json', message, { key: showPath(path), ...placeOf(this.#manifest, path), ...details });
  }
}
