/** Advice on the configuration of a store. Begin with {@link org.flashgrove.lab.advise.Advice}. */
package org.flashgrove.lab.advise;
