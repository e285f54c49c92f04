(()=>{for(let e of["theme","deck","keys","passing","sounds","notices"])try{let o=localStorage.getItem(`look-${e}`);o&&(document.documentElement.dataset[e]=o)}catch{}})();
