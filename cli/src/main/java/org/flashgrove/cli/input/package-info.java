/**
 * Options and rows of the files that commands read: entries, records with attributes, windows and
 * other queries; each row is checked before anything is changed.
 */
package org.flashgrove.cli.input;
