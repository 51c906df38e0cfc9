/**
 * Options and rows of the files that commands read: entries, records with attributes, and queries.
 * Each row is checked before anything is changed.
 */
package org.flashgrove.cli.input;
