/**
 * Data files as bytes and text: compression, encodings, and files that are replaced only when
 * complete.
 */
package org.flashgrove.datasets.file;
