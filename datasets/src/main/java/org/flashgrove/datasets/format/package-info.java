/** Registry of all file formats, by name and by file extension. */
package org.flashgrove.datasets.format;
