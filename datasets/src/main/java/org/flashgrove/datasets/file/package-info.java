/** Data files as bytes and text: compression, encodings, and writing under a temporary name. */
package org.flashgrove.datasets.file;
