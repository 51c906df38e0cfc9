/** Replacement policies from the literature: policies with names in specs, and GFFM's policy. */
package org.flashgrove.literature.replacement;
