/**
 * Options and rows of the files that commands read: entries, records with attributes, and queries.
 * All rows are checked before the store is changed, except with the option {@code --acks}.
 */
package org.flashgrove.cli.input;
